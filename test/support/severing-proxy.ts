/** A door in front of a server that can cut a connection between a request and its answer. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from "node:net";

export interface SeveringProxy {
  readonly port: number;
  /** The connection of the next request that holds `mark` breaks as its answer begins; or those of the next `times`. */
  loseNextAnswerTo(mark: string, times?: number): void;
  /** Whether all of them have been lost. */
  hasLost(): boolean;
  close(): Promise<void>;
}

export async function startSeveringProxy(target: NetConnectOpts): Promise<SeveringProxy> {
  const sockets = new Set<Socket>();
  let [armed, left] = ["", 0];

  function pass(client: Socket): void {
    const server = connect(target);
    let condemned = false;
    const cut = () => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket
        .setNoDelay(true)
        .on("error", cut)
        .on("close", cut)
        .on("close", () => sockets.delete(socket));
    }
    client.on("data", (chunk) => {
      if (left > 0 && chunk.includes(armed)) {
        left -= 1;
        condemned = true;
      }
      server.write(chunk);
    });
    server.on("data", (chunk) => (condemned ? cut() : client.write(chunk)));
  }

  const door = createServer(pass).listen(0, "127.0.0.1");
  await once(door, "listening");
  return {
    port: (door.address() as AddressInfo).port,
    loseNextAnswerTo(mark, times = 1) {
      [armed, left] = [mark, times];
    },
    hasLost: () => left === 0,
    async close() {
      for (const socket of sockets) socket.destroy();
      door.close();
      await once(door, "close");
    },
  };
}
