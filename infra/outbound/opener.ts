/** Opens the connections that undici asks for, to judged addresses alone and only while somebody waits for one. */

import type { Socket } from "node:net";
import type { SecureContext } from "node:tls";
import type { buildConnector } from "undici";
import { type Dial, dialFirst } from "./dialer";
import { asFailure, OutboundFailure } from "./outcome";
import { secure } from "./secure-channel";
import { type AcceptedTarget, mayDial, type TargetPolicy } from "./target-policy";

export interface OpenerOptions {
  readonly policy: TargetPolicy;
  readonly dial: Dial;
  readonly trust: SecureContext;
  readonly connectTimeoutMs: number;
  readonly dialStaggerMs: number;
}

/** Who needs a connection of one pool at this moment. */
export interface Demand {
  /** Attempts without a connection. */
  waiting: number;
  /** Connections on their way. */
  opening: number;
  /** True while an attempt is being handed over, which is when undici asks for that attempt's own connection. */
  handingOver: boolean;
}

export interface Opener {
  /** A connector that ignores what undici says of host and port: it dials what was judged, and nothing else. */
  connector(target: AcceptedTarget, addresses: readonly string[], demand: Demand): buildConnector.connector;
  /** Gives up every connection that is being opened. */
  stop(): void;
}

export function createOpener(options: OpenerOptions): Opener {
  const opening = new Set<AbortController>();
  return {
    connector: (target, addresses, demand) => (_, callback) => {
      // After an aborted exchange undici connects anew for the aborted request itself.
      if (!demand.handingOver && demand.opening >= demand.waiting) {
        callback(new OutboundFailure("connection_error", "not_wanted"), null);
        return;
      }
      const giveUp = new AbortController();
      opening.add(giveUp);
      demand.opening += 1;
      openConnection(target, addresses, options, giveUp)
        .finally(() => {
          opening.delete(giveUp);
          demand.opening -= 1;
        })
        .then(
          (socket) => {
            callback(null, socket);
          },
          (error: unknown) => {
            callback(asFailure(error, "connection_error"), null);
          },
        );
    },
    stop: () => {
      for (const giveUp of opening) giveUp.abort(new OutboundFailure("connection_error", "stopped"));
    },
  };
}

/** Connects and, for HTTPS, shakes hands, all within the connect timeout. */
async function openConnection(
  target: AcceptedTarget,
  addresses: readonly string[],
  { policy, dial, dialStaggerMs, trust, connectTimeoutMs }: OpenerOptions,
  giveUp: AbortController,
): Promise<Socket> {
  if (!addresses.every((address) => mayDial(address, target, policy))) {
    throw new OutboundFailure("blocked_address", "address_denied");
  }
  const { signal } = giveUp;
  const timer = setTimeout(() => {
    giveUp.abort(new OutboundFailure("timeout", "connect_timeout"));
  }, connectTimeoutMs);
  try {
    const socket = await dialFirst({ addresses, port: target.port, dial, staggerMs: dialStaggerMs, signal });
    if (target.url.protocol === "http:") return socket;
    signal.addEventListener("abort", () => socket.destroy());
    return await secure(socket, target.host, trust);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}
