/** A receiver of webhooks on this machine that says a text of the test's with every answer. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Answering {
  /** Takes deliveries at `/ok`, and fails them at every other path. */
  readonly port: number;
  /** What its answers say from now on. */
  say(text: string): void;
  close(): Promise<void>;
}

export async function startAnswering(): Promise<Answering> {
  let said = "";
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(request.url === "/ok" ? 200 : 500).end(said));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    say: (text) => {
      said = text;
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
