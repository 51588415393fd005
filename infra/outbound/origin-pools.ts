/** Keeps connections to receivers open for reuse, and only to the addresses that the latest resolution was judged by. */

import { type buildConnector, type Dispatcher, Pool } from "undici";
import type { Attempt } from "./attempt";
import { createOpener, type Demand, type OpenerOptions } from "./opener";
import type { AcceptedTarget } from "./target-policy";

export interface OriginPoolsOptions extends OpenerOptions {
  readonly connectionsPerOriginMax: number;
  readonly keepAliveMs: number;
  readonly responseHeaderBytesMax: number;
}

export interface OriginPools {
  /** Sends over a connection to one of exactly these addresses; a pool for other addresses of the origin is closed. */
  dispatch(
    target: AcceptedTarget,
    addresses: readonly string[],
    options: Dispatcher.DispatchOptions,
    attempt: Attempt,
  ): void;
  /** Closes the pool of a target, idle connections at once and busy ones after their exchange. */
  drop(target: AcceptedTarget): void;
  /** Ends every connection, also those that are being opened. */
  destroy(): Promise<void>;
}

interface KeptPool {
  readonly addressKey: string;
  readonly pool: Pool;
  readonly demand: Demand;
}

const ORIGINS_MAX = 2_000;

export function createOriginPools(options: OriginPoolsOptions): OriginPools {
  const kept = new Map<string, KeptPool>();
  const closing = new Set<Promise<void>>();
  const opener = createOpener(options);
  const drop = (origin: string): void => {
    const known = kept.get(origin);
    if (known === undefined) return;
    kept.delete(origin);
    const closed = known.pool.close().finally(() => closing.delete(closed));
    closing.add(closed);
  };
  const poolFor = (target: AcceptedTarget, addresses: readonly string[]): KeptPool => {
    const origin = target.url.origin;
    const addressKey = [...addresses].sort().join(" ");
    const known = kept.get(origin);
    if (known?.addressKey === addressKey) return known;
    drop(origin);
    const demand: Demand = { waiting: 0, opening: 0, handingOver: false };
    const pool = createPool(target, opener.connector(target, addresses, demand), options);
    const fresh: KeptPool = { addressKey, pool, demand };
    kept.set(origin, fresh);
    for (const oldest of kept.keys()) {
      if (kept.size <= ORIGINS_MAX) break;
      drop(oldest);
    }
    return fresh;
  };
  return {
    dispatch(target, addresses, dispatched, attempt) {
      const { pool, demand } = poolFor(target, addresses);
      demand.waiting += 1;
      attempt.onceServed(() => {
        demand.waiting -= 1;
      });
      demand.handingOver = true;
      try {
        pool.dispatch(dispatched, attempt);
      } finally {
        demand.handingOver = false;
      }
    },
    drop: (target) => {
      drop(target.url.origin);
    },
    async destroy() {
      opener.stop();
      const pools = [...kept.values()];
      kept.clear();
      await Promise.all([...pools.map(({ pool }) => pool.destroy()), ...closing]);
    },
  };
}

function createPool(target: AcceptedTarget, connect: buildConnector.connector, options: OriginPoolsOptions): Pool {
  return new Pool(target.url.origin, {
    connect,
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
