/** A network to be trusted with nothing: what passes through it is delayed, held up or cut as told. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

export interface Proxy {
  readonly port: number;
  /** Whatever passes from now on arrives this much later. */
  delay(milliseconds: number): void;
  /** Nothing passes, and no connection ends, until `release`. */
  hold(): void;
  release(): void;
  /** Every connection breaks; new ones are taken. */
  cut(): void;
  close(): Promise<void>;
}

/** `target` is asked for each connection, because a server that is started again may have moved. */
export async function startProxy(target: () => number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let lateMs = 0;
  let released = Promise.resolve();
  let release: () => void = () => undefined;

  function passing(from: Socket, to: Socket): void {
    let line = Promise.resolve();
    const pass = async (chunk: Buffer, arrivedAt: number): Promise<void> => {
      const waitMs = arrivedAt + lateMs - performance.now();
      if (waitMs > 0) await delay(waitMs);
      await released;
      if (!to.destroyed) to.write(chunk);
    };
    from.on("data", (chunk: Buffer) => {
      const arrivedAt = performance.now();
      line = line.then(() => pass(chunk, arrivedAt));
    });
    const end = (): void => {
      line = line.then(() => released).then(() => void to.destroy());
    };
    from.on("error", end).on("close", end);
  }

  const door = createServer((client) => {
    const server = connect(target(), "127.0.0.1");
    for (const socket of [client, server]) {
      sockets.add(socket.setNoDelay(true));
      socket.on("close", () => sockets.delete(socket));
    }
    passing(client, server);
    passing(server, client);
  }).listen(0, "127.0.0.1");
  await once(door, "listening");
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: (door.address() as AddressInfo).port,
    delay: (milliseconds) => (lateMs = milliseconds),
    hold() {
      released = new Promise((resolve) => (release = resolve));
    },
    release: () => release(),
    cut,
    async close() {
      release();
      cut();
      door.close();
      await once(door, "close");
    },
  };
}
