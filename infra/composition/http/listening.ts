/** Listens, and stops listening without cutting off a request that was accepted. */
import { createServer, type Server } from "node:http";
import type { Config } from "../../config/config";
import { createApp, type AppParts } from "../../http/app";
import { answerUnreadable } from "../../http/unreadable";
import type { Clock } from "../../time/clock";

export interface ListeningPart {
  /** Throws while it does not listen. */
  url(): string;
  /** Rejects with a sentence where the port is taken. */
  start(): Promise<void>;
  /** Accepts nothing new and waits for the requests under way, but no longer than the grace period. */
  stop(): Promise<void>;
}

export function createListening(config: Config, clock: Clock, app: AppParts): ListeningPart {
  // Whoever names no host is refused by the listener, in the form of every other error.
  const server = createServer({ requireHostHeader: false }, createApp(app));
  answerUnreadable(server, app);
  return {
    url: () => urlOf(server),
    start: () =>
      new Promise<void>((resolve, reject) => {
        server.once("error", (error: NodeJS.ErrnoException) => reject(explained(error, config)));
        server.listen(config.port, config.host, resolve);
      }),
    stop: () => drain(server, clock, config.shutdownGraceSeconds * 1000),
  };
}

function explained(error: NodeJS.ErrnoException, { host, port }: Config): Error {
  if (error.code !== "EADDRINUSE") return error;
  return new Error(`Port ${port} on ${host} is taken by another program; choose another PORT.`, { cause: error });
}

function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server does not listen on a port.");
  const host = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}

async function drain(server: Server, clock: Clock, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const callOff = clock.after(graceMs, () => server.closeAllConnections());
  await closed;
  callOff();
}
