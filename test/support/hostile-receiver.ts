/** A receiver that misbehaves as told, over HTTP and HTTPS, and keeps an honest log of what reached it. */

import { readFileSync } from "node:fs";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { Socket } from "node:net";
import { join } from "node:path";
import { createSecureContext } from "node:tls";
import { type Behaviour, behaviours } from "./receiver-behaviours";
import { ReceiverDoor } from "./receiver-door";
import { type Arrival, serviceVerdict, standardVerdict } from "./receiver-log";

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HostileReceiverOptions {
  /** Asked at every arrival, so that a test can rotate them. */
  readonly secrets?: () => readonly string[];
  /** `false` where the sender lives by a test clock. */
  readonly checksAge?: boolean;
}

export interface HostileReceiver {
  readonly httpPort: number;
  readonly httpsPort: number;
  /** Every request whose body has arrived whole, in order. */
  readonly arrivals: readonly Arrival[];
  /** How many TCP connections were accepted, whatever came of them. */
  connectionCount(): number;
  openConnectionCount(): number;
  /** Makes a path answer these in turn, the last one for ever; numbers are statuses. */
  program(path: string, answers: readonly (Answer | number)[]): void;
  /** Holds new connections unanswered, TLS included, until `release` is called. */
  hold(): void;
  release(): void;
  close(): Promise<void>;
}

const CERTIFICATES = join(__dirname, "..", "fixtures", "certificates");
const certificate = (name: string): string => readFileSync(join(CERTIFICATES, name), "utf8");

/** The authority (PEM) that a client must trust to accept `receiver.test`. */
export const testAuthority: string = certificate("test-ca.pem");

const contextOf = (name: string) =>
  createSecureContext({ cert: certificate(`${name}.pem`), key: certificate(`${name}.key`) });

/**
 * Starts the receiver on two free ports of 127.0.0.1. The certificate follows the name that the client asks for:
 * valid for `receiver.test` and its subdomains and for requests without a name, expired for `expired.test`, and
 * somebody else's for every other name.
 */
export async function startHostileReceiver(options: HostileReceiverOptions = {}): Promise<HostileReceiver> {
  const arrivals: Arrival[] = [];
  const programmed = new Map<string, (Answer | number)[]>();
  const reset = (remotePort: number | undefined): void => {
    for (const door of doors) door.reset(remotePort);
  };
  const handle = createHandler(options, arrivals, programmed, reset);
  const contexts = {
    receiver: contextOf("receiver"),
    expired: contextOf("expired"),
    wrongName: contextOf("wrong-name"),
  };
  const tls = createHttpsServer(
    {
      cert: certificate("receiver.pem"),
      key: certificate("receiver.key"),
      SNICallback: (name, answer) => {
        const isReceiver = name === "receiver.test" || name.endsWith(".receiver.test");
        answer(null, isReceiver ? contexts.receiver : name === "expired.test" ? contexts.expired : contexts.wrongName);
      },
    },
    handle.serve,
  );
  const doors = [new ReceiverDoor(createHttpServer(handle.serve)), new ReceiverDoor(tls)] as const;
  const [httpPort, httpsPort] = await Promise.all([doors[0].open(), doors[1].open()]);
  return {
    httpPort,
    httpsPort,
    arrivals,
    connectionCount: () => doors[0].accepted + doors[1].accepted,
    openConnectionCount: () => doors[0].sockets.size + doors[1].sockets.size,
    program: (path, answers) => {
      programmed.set(path, [...answers]);
    },
    hold: () => {
      for (const door of doors) door.hold();
    },
    release: () => {
      for (const door of doors) door.release();
    },
    close: async () => {
      handle.stopTimers();
      await Promise.all(doors.map((door) => door.close()));
    },
  };
}

function createHandler(
  options: HostileReceiverOptions,
  arrivals: Arrival[],
  programmed: Map<string, (Answer | number)[]>,
  resetConnection: (remotePort: number | undefined) => void,
) {
  const timers = new Set<NodeJS.Timeout>();
  const connections = new WeakMap<Socket, { number: number; requests: number }>();
  let connectionNumber = 0;
  const answer = (request: IncomingMessage, response: ServerResponse, requestsOnConnection: number): void => {
    const path = request.url ?? "/";
    const next = nextAnswer(programmed.get(path));
    if (next !== undefined) {
      response.writeHead(next.status, next.headers).end(next.body);
      return;
    }
    const [name = "", ...rest] = path.slice(1).split("/");
    const every = (intervalMs: number, tick: () => void): void => {
      const timer = setInterval(tick, intervalMs);
      timers.add(timer);
      response.on("close", () => {
        clearInterval(timer);
      });
    };
    const after = (delayMs: number, action: () => void): void => {
      timers.add(setTimeout(action, delayMs));
    };
    const behaviour: Behaviour = behaviours[name] ?? ((exchange) => exchange.response.writeHead(200).end());
    const reset = (): void => {
      resetConnection(request.socket.remotePort);
    };
    behaviour({ response, rest, requestsOnConnection, every, after, reset });
  };
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const known = connections.get(request.socket) ?? { number: (connectionNumber += 1), requests: 0 };
    connections.set(request.socket, known);
    known.requests += 1;
    const requestsOnConnection = known.requests;
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("error", () => response.destroy());
    request.on("error", () => response.destroy());
    request.on("end", () => {
      const rawBody = Buffer.concat(chunks);
      const verifier = { secrets: options.secrets?.() ?? [], checksAge: options.checksAge ?? true };
      arrivals.push({
        arrivedAt: new Date(),
        connection: known.number,
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        rawBody,
        standardVerdict: standardVerdict(request.headers, rawBody, verifier),
        serviceVerdict: serviceVerdict(request.headers, rawBody, verifier),
      });
      answer(request, response, requestsOnConnection);
    });
  };
  const stopTimers = (): void => {
    for (const timer of timers) clearTimeout(timer);
  };
  return { serve, stopTimers };
}

function nextAnswer(answers: (Answer | number)[] | undefined): Answer | undefined {
  const next = answers !== undefined && answers.length > 1 ? answers.shift() : answers?.[0];
  return typeof next === "number" ? { status: next } : next;
}
