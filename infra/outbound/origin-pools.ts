/** Keeps connections to receivers open for reuse, and only to the addresses that the latest resolution was judged by. */

import type { SecureContext } from "node:tls";
import { type buildConnector, Pool } from "undici";
import { type Dial, dialFirst } from "./dialer";
import { asFailure, OutboundFailure } from "./outcome";
import { secure } from "./secure-channel";
import { type AcceptedTarget, mayDial, type TargetPolicy } from "./target-policy";

export interface OriginPoolsOptions {
  readonly policy: TargetPolicy;
  readonly dial: Dial;
  readonly trust: SecureContext;
  readonly connectTimeoutMs: number;
  readonly dialStaggerMs: number;
  readonly connectionsPerOriginMax: number;
  readonly keepAliveMs: number;
  readonly responseHeaderBytesMax: number;
}

export interface OriginPools {
  /** The pool of a target for exactly these addresses; a pool for other addresses of the same origin is closed. */
  poolFor(target: AcceptedTarget, addresses: readonly string[]): Pool;
  /** Closes the pool of a target, idle connections at once and busy ones after their exchange. */
  drop(target: AcceptedTarget): void;
  /** Ends every connection. */
  destroy(): Promise<void>;
}

interface KeptPool {
  readonly addressKey: string;
  readonly pool: Pool;
}

const ORIGINS_MAX = 2_000;

export function createOriginPools(options: OriginPoolsOptions): OriginPools {
  const kept = new Map<string, KeptPool>();
  const closing = new Set<Promise<void>>();
  const drop = (origin: string): void => {
    const known = kept.get(origin);
    if (known === undefined) return;
    kept.delete(origin);
    const closed = known.pool.close().finally(() => closing.delete(closed));
    closing.add(closed);
  };
  return {
    poolFor(target, addresses) {
      const origin = target.url.origin;
      const addressKey = [...addresses].sort().join(" ");
      const known = kept.get(origin);
      if (known?.addressKey === addressKey) return known.pool;
      drop(origin);
      const pool = createPool(target, addresses, options);
      kept.set(origin, { addressKey, pool });
      for (const oldest of kept.keys()) {
        if (kept.size <= ORIGINS_MAX) break;
        drop(oldest);
      }
      return pool;
    },
    drop: (target) => {
      drop(target.url.origin);
    },
    async destroy() {
      const pools = [...kept.values()];
      kept.clear();
      await Promise.all([...pools.map(({ pool }) => pool.destroy()), ...closing]);
    },
  };
}

function createPool(target: AcceptedTarget, addresses: readonly string[], options: OriginPoolsOptions): Pool {
  return new Pool(target.url.origin, {
    connect: createConnector(target, addresses, options),
    connections: options.connectionsPerOriginMax,
    // A second request behind a hanging one would share its fate.
    pipelining: 1,
    keepAliveTimeout: options.keepAliveMs,
    keepAliveMaxTimeout: options.keepAliveMs,
    maxHeaderSize: options.responseHeaderBytesMax,
    // The attempt's own deadline covers head and body.
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
  });
}

/** The connector ignores what undici says of host and port: it dials what was judged, and nothing else. */
function createConnector(
  target: AcceptedTarget,
  addresses: readonly string[],
  options: OriginPoolsOptions,
): buildConnector.connector {
  return (_, callback) => {
    openConnection(target, addresses, options).then(
      (socket) => {
        callback(null, socket);
      },
      (error: unknown) => {
        callback(asFailure(error, "connection_error"), null);
      },
    );
  };
}

async function openConnection(target: AcceptedTarget, addresses: readonly string[], options: OriginPoolsOptions) {
  const { policy, dial, dialStaggerMs, trust } = options;
  if (!addresses.every((address) => mayDial(address, target, policy))) {
    throw new OutboundFailure("blocked_address", "address_denied");
  }
  const tooLate = new AbortController();
  const timer = setTimeout(() => {
    tooLate.abort(new OutboundFailure("timeout", "connect_timeout"));
  }, options.connectTimeoutMs);
  try {
    const { signal } = tooLate;
    const socket = await dialFirst({ addresses, port: target.port, dial, staggerMs: dialStaggerMs, signal });
    if (target.url.protocol === "http:") return socket;
    signal.addEventListener("abort", () => socket.destroy());
    return await secure(socket, target.host, trust);
  } catch (error) {
    throw tooLate.signal.aborted ? tooLate.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}
