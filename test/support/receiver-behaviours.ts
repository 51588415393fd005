/** What the hostile receiver can do to a sender, chosen by the first part of the path. */

import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

export interface Exchange {
  readonly response: ServerResponse;
  /** The parts of the path behind the behaviour's name. */
  readonly rest: readonly string[];
  /** How many requests this connection has carried, this one included. */
  readonly requestsOnConnection: number;
  /** Resets the TCP connection, under TLS too. */
  reset(): void;
  /** Timers that end with the receiver. */
  every(intervalMs: number, tick: () => void): void;
  after(delayMs: number, action: () => void): void;
}

export type Behaviour = (exchange: Exchange) => void;

const MEBIBYTE = Buffer.alloc(1_048_576, "x");
let bomb: Buffer | undefined;

/**
 * - `/status/<code>`, `/gone`, `/too-many`: an empty answer with that status
 * - `/delay/head/<ms>`, `/delay/body/<ms>`: nothing for that long; `/hang`, `/hang/body`: nothing for ever
 * - `/trickle/<ms>`: an endless body of one byte per interval; `/endless`: as fast as the sender reads
 * - `/header/<bytes>`: one header of that size; `/headers/<count>`: that many
 * - `/interim`: informational answers without end
 * - `/reset/head`, `/reset/body`: the connection is reset in the middle of it; `/close`: closed without a word
 * - `/garbage`: no HTTP at all
 * - `/gzip-bomb`: 256 MiB of zeros in 256 KiB, declared as gzip
 * - `/redirect/<status>/<encoded location>`, by default to the metadata address of clouds
 * - `/retry-after/<encoded value>`: 503 with that header
 * - `/race`: answers the first request of a connection and closes it as the second arrives
 * - `/echo/<encoded text>`: 200 with that text
 */
export const behaviours: Readonly<Record<string, Behaviour>> = {
  status: ({ response, rest }) => response.writeHead(Number(rest[0] ?? 200)).end(),
  gone: ({ response }) => response.writeHead(410).end(),
  "too-many": ({ response }) => response.writeHead(429, { "retry-after": "120" }).end(),
  hang: ({ response, rest }) => {
    if (rest[0] === "body") response.writeHead(200).write("begun");
  },
  delay: ({ response, rest, after }) => {
    if (rest[0] === "body") response.writeHead(200).flushHeaders();
    after(Number(rest[1]), () => response.end("late"));
  },
  trickle: ({ response, rest, every }) => {
    response.writeHead(200).flushHeaders();
    every(Number(rest[0] ?? 1_000), () => response.write("."));
  },
  endless: ({ response }) => {
    response.writeHead(200);
    const pour = (): void => {
      while (!response.destroyed && response.write(MEBIBYTE));
    };
    response.on("drain", pour);
    pour();
  },
  header: ({ response, rest }) => {
    rawAnswer(response, `HTTP/1.1 200 OK\r\nx-large: `, Number(rest[0]));
  },
  headers: ({ response, rest }) => {
    const many = Array.from({ length: Number(rest[0]) }, (_, index) => `x-${String(index)}: y\r\n`).join("");
    response.socket?.end(`HTTP/1.1 200 OK\r\n${many}content-length: 0\r\n\r\n`);
  },
  interim: ({ response, every }) => {
    every(1, () => response.socket?.write("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"));
  },
  reset: ({ response, rest, reset }) => {
    const begun =
      rest[0] === "body" ? "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nbegun" : "HTTP/1.1 200 OK\r\nx-be";
    response.socket?.write(begun, reset);
  },
  close: ({ response }) => response.socket?.destroy(),
  garbage: ({ response }) => response.socket?.end("220 mail.receiver.test ESMTP\r\n"),
  "gzip-bomb": ({ response }) => {
    bomb ??= gzipSync(Buffer.alloc(268_435_456));
    response.writeHead(200, { "content-encoding": "gzip", "content-length": bomb.length }).end(bomb);
  },
  redirect: ({ response, rest }) => {
    const location = decodeURIComponent(rest[1] ?? "http%3A%2F%2F169.254.169.254%2Flatest%2Fmeta-data%2F");
    response.writeHead(Number(rest[0] ?? 302), { location }).end();
  },
  "retry-after": ({ response, rest }) => {
    response.writeHead(503, { "retry-after": decodeURIComponent(rest[0] ?? "1") }).end();
  },
  race: ({ response, requestsOnConnection }) => {
    if (requestsOnConnection > 1) response.socket?.destroy();
    else response.writeHead(200, { connection: "keep-alive" }).end("first");
  },
  echo: ({ response, rest }) => response.writeHead(200).end(decodeURIComponent(rest[0] ?? "")),
};

/** Writes a head whose last header goes on for the given number of bytes, as fast as the sender reads. */
function rawAnswer(response: ServerResponse, begun: string, bytes: number): void {
  const socket = response.socket;
  if (socket === null) return;
  let left = bytes;
  const pour = (): void => {
    while (left > 0 && !socket.destroyed) {
      left -= MEBIBYTE.length;
      if (!socket.write(MEBIBYTE.subarray(0, Math.min(MEBIBYTE.length, left + MEBIBYTE.length)))) return;
    }
    if (!socket.destroyed) socket.end("\r\ncontent-length: 0\r\n\r\n");
  };
  socket.on("drain", pour);
  socket.write(begun);
  pour();
}
