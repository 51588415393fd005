/** A door in front of a server that can fall silent: it takes connections and whatever is sent, and nothing comes out on either side. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface SilentDoor {
  readonly port: number;
  /** How many connections clients have closed so far. */
  readonly closed: number;
  /** How often a client asked by HTTP/2's ping whether anybody is there. */
  readonly pings: number;
  fallSilent(): void;
  /** What was held up passes, and so does everything from now on. */
  speak(): void;
  /** Connections of this moment stay dead for ever, as behind a firewall that has forgotten them; new ones pass. */
  forget(): void;
  close(): Promise<void>;
}

/** How a frame begins that is a ping and no answer to one. */
const PING = Buffer.from("0000080600", "hex");

/** In front of the database of this URL, with the URL that leads through it. */
export async function startDoorBefore(
  databaseUrl: string,
): Promise<{ readonly door: SilentDoor; readonly url: string }> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const folder = decodeURIComponent(hostname);
  const door = await startSilentDoor(folder.startsWith("/") ? `${folder}/.s.PGSQL.5432` : Number(port));
  return { door, url: `postgres://${username}:${password}@127.0.0.1:${door.port}${pathname}` };
}

/** In front of a port of this machine, or a socket in its file system. */
export async function startSilentDoor(target: number | string): Promise<SilentDoor> {
  const clients = new Set<Socket>();
  const servers = new Set<Socket>();
  let dead = new WeakSet<Socket>();
  let held: (() => void)[] | undefined;
  let pings = 0;
  let closed = 0;
  const pass = (deed: () => void): void => {
    if (held === undefined) deed();
    else held.push(deed);
  };
  const enter = (client: Socket): void => {
    let server: Socket | undefined;
    const across = (deed: () => void): void =>
      pass(() => {
        if (!dead.has(client)) deed();
      });
    const lead = (): void => {
      server = (typeof target === "number" ? connect(target, "127.0.0.1") : connect(target)).setNoDelay(true);
      servers.add(server);
      const end = (): void => across(() => void client.destroy());
      server.on("data", (chunk: Buffer) => across(() => void client.write(chunk)));
      server.on("error", end).on("close", end);
    };
    clients.add(client.setNoDelay(true));
    across(lead);
    client.on("data", (chunk: Buffer) => {
      if (PING.equals(chunk.subarray(0, PING.length))) pings += 1;
      across(() => void server?.write(chunk));
    });
    client
      .on("error", () => undefined)
      .on("close", () => {
        clients.delete(client);
        closed += 1;
        across(() => void server?.destroy());
      });
  };
  const door = createServer(enter).listen(0, "127.0.0.1");
  await once(door, "listening");
  return {
    port: (door.address() as AddressInfo).port,
    get closed() {
      return closed;
    },
    get pings() {
      return pings;
    },
    fallSilent: () => void (held ??= []),
    speak() {
      const waiting = held ?? [];
      held = undefined;
      for (const deed of waiting) deed();
    },
    forget() {
      held = undefined;
      dead = new WeakSet(clients);
    },
    async close() {
      for (const socket of [...clients, ...servers]) socket.destroy();
      door.close();
      await once(door, "close");
    },
  };
}
