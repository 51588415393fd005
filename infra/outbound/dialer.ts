/** Opens a TCP connection to exactly one of the judged addresses: the first that answers. */

import { connect, isIP, type Socket } from "node:net";
import { type OutboundErrorClass, OutboundFailure, reasonOf } from "./outcome";

/** Starts one TCP connection to a literal address. Injected in tests to record every address that is dialled. */
export type Dial = (address: string, port: number) => Socket;

/** Dials an IP literal; a name would be looked up a second time and is therefore an error. */
export const dialTcp: Dial = (address, port) => {
  if (isIP(address) === 0) throw new Error("Only a judged IP address can be dialled.");
  return connect({ host: address, port, noDelay: true, keepAlive: true, autoSelectFamily: false });
};

export interface RaceOptions {
  readonly addresses: readonly string[];
  readonly port: number;
  readonly dial: Dial;
  /** How long one address has before the next is tried beside it (RFC 8305 calls it the connection attempt delay). */
  readonly staggerMs: number;
  /** Ends the race with the signal's reason and destroys every socket in it. */
  readonly signal: AbortSignal;
}

/** A name with hundreds of answers must not become hundreds of connections. */
const DIALLED_MAX = 4;

/**
 * Dials the addresses one after another, the next as soon as one fails or hesitates, and gives the first connected
 * socket; the others are destroyed. Rejects with the last failure once all have failed.
 */
export async function dialFirst(options: RaceOptions): Promise<Socket> {
  const waiting = alternateFamilies(options.addresses).slice(0, DIALLED_MAX);
  const open = new Set<Socket>();
  return await new Promise<Socket>((resolve, reject) => {
    let stagger: NodeJS.Timeout | undefined;
    let isOver = false;
    const finish = (settle: () => void, winner?: Socket): void => {
      isOver = true;
      clearTimeout(stagger);
      options.signal.removeEventListener("abort", abort);
      waiting.length = 0;
      for (const socket of open) if (socket !== winner) socket.destroy();
      settle();
    };
    const abort = (): void => {
      finish(() => {
        reject(asError(options.signal.reason));
      });
    };
    const next = (): void => {
      clearTimeout(stagger);
      const address = waiting.shift();
      if (address === undefined) return;
      const socket = options.dial(address, options.port);
      open.add(socket);
      socket.once("connect", () => {
        finish(() => {
          resolve(socket);
        }, socket);
      });
      socket.on("error", (error) => {
        // What becomes of a connection later is heard by whoever was given it.
        if (isOver) return;
        open.delete(socket);
        if (waiting.length > 0) next();
        else if (open.size === 0) {
          finish(() => {
            reject(dialFailure(error));
          });
        }
      });
      if (waiting.length > 0) stagger = setTimeout(next, options.staggerMs);
    };
    if (options.signal.aborted) return abort();
    options.signal.addEventListener("abort", abort);
    next();
  });
}

/** The resolver's order, taking turns between the families, so that a missing IPv6 route costs one stagger at most. */
function alternateFamilies(addresses: readonly string[]): string[] {
  const leading = isIP(addresses[0] ?? "");
  const first = addresses.filter((address) => isIP(address) === leading);
  const second = addresses.filter((address) => isIP(address) !== leading);
  return first
    .flatMap((address, index) => [address, ...second.slice(index, index + 1)])
    .concat(second.slice(first.length));
}

function dialFailure(error: Error): OutboundFailure {
  const reason = reasonOf(error);
  const classes: Readonly<Record<string, OutboundErrorClass>> = {
    ECONNREFUSED: "connect_refused",
    ETIMEDOUT: "timeout",
  };
  return new OutboundFailure(classes[reason] ?? "connection_error", reason, error);
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new OutboundFailure("timeout", "connect_timeout");
}
