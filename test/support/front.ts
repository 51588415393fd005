/** A door before the service, as a load balancer is one: it passes requests on, or answers in the service's place as a test tells it. */
import { once } from "node:events";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** `cut`: the connection breaks instead of an answer. `lost`: the service does get the request, and its answer gets lost. */
export type Instead =
  | "cut"
  | "lost"
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string };

export interface Exchange {
  readonly asked: string;
  readonly sent: string;
  readonly answer: string;
}

export interface Front {
  readonly url: string;
  /** What arrived, in order: `GET /path`, without the query. */
  readonly asked: readonly string[];
  /** The bodies of what was passed on, as far as they have come. */
  readonly exchanges: readonly Exchange[];
  /** From now on for every request whose method is named, or for every one; null passes them on. */
  answerInstead(instead: Instead | null, method?: string): void;
  close(): Promise<void>;
}

export async function startFront(target: { readonly url: string }): Promise<Front> {
  const asked: string[] = [];
  const exchanges: { asked: string; sent: string; answer: string }[] = [];
  let instead: Instead | null = null;
  let only: string | undefined;

  const pass = (incoming: IncomingMessage, answer: ServerResponse, isLost: boolean): void => {
    const { method, headers } = incoming;
    const exchange = { asked: asked.at(-1) ?? "", sent: "", answer: "" };
    exchanges.push(exchange);
    incoming.on("data", (chunk: Buffer) => (exchange.sent += chunk.toString()));
    const outgoing = request(new URL(incoming.url ?? "/", target.url), { method, headers }, (reply) => {
      reply.on("data", (chunk: Buffer) => (exchange.answer += chunk.toString()));
      if (isLost) {
        reply.resume().on("end", () => answer.destroy());
        return;
      }
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    outgoing.on("error", () => answer.destroy());
    incoming.pipe(outgoing);
  };
  const server = createServer((incoming, answer) => {
    asked.push(`${incoming.method ?? ""} ${(incoming.url ?? "").split("?")[0] ?? ""}`);
    const now = only === undefined || only === incoming.method ? instead : null;
    if (now === null || now === "lost") pass(incoming, answer, now === "lost");
    else if (now === "cut") answer.destroy();
    else incoming.resume().on("end", () => answer.writeHead(now.status, now.headers).end(now.body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    exchanges,
    answerInstead(next, method) {
      instead = next;
      only = method;
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
