/** Finds the addresses that a target may be dialled at, judged afresh at every attempt but for a few seconds' memory. */

import { isIP } from "node:net";
import type { NameResolver } from "./name-resolver";
import { OutboundFailure, reasonOf } from "./outcome";
import { type AcceptedTarget, mayDial, type TargetPolicy } from "./target-policy";

export interface LocatorOptions {
  readonly resolver: NameResolver;
  readonly policy: TargetPolicy;
  /** How long one answer serves further attempts; bounded, so that a rebound name is noticed within seconds. */
  readonly resolutionCacheMs: number;
  readonly monotonicMs: () => number;
}

/** Gives all judged addresses of a target; rejects with `OutboundFailure` `dns_error` or `blocked_address`. */
export type Locate = (target: AcceptedTarget) => Promise<readonly string[]>;

interface Remembered {
  readonly since: number;
  readonly addresses: Promise<readonly string[]>;
}

export const RESOLUTION_CACHE_MS_MAX = 5_000;
const REMEMBERED_MAX = 10_000;

/** Creates the locator. Concurrent attempts at one target share a look-up; a failed one is not remembered. */
export function createLocator(options: LocatorOptions): Locate {
  const cacheMs = Math.min(options.resolutionCacheMs, RESOLUTION_CACHE_MS_MAX);
  const remembered = new Map<string, Remembered>();
  return (target) => {
    const key = target.url.host;
    const now = options.monotonicMs();
    const known = remembered.get(key);
    if (known !== undefined && now - known.since < cacheMs) return known.addresses;
    const addresses = judgedAddresses(target, options);
    if (cacheMs > 0) remember(remembered, key, { since: now, addresses });
    return addresses;
  };
}

async function judgedAddresses(target: AcceptedTarget, options: LocatorOptions): Promise<readonly string[]> {
  const addresses = await allAddresses(target.host, options.resolver);
  if (addresses.length === 0) throw new OutboundFailure("dns_error", "no_address");
  const denied = addresses.find((address) => !mayDial(address, target, options.policy));
  // One denied answer refuses the name: a mixed answer is how rebinding looks.
  if (denied !== undefined) throw new OutboundFailure("blocked_address", "address_denied");
  return addresses;
}

async function allAddresses(host: string, resolver: NameResolver): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  try {
    return await resolver.resolve(host);
  } catch (error) {
    throw new OutboundFailure("dns_error", reasonOf(error), error);
  }
}

function remember(remembered: Map<string, Remembered>, key: string, entry: Remembered): void {
  remembered.delete(key);
  remembered.set(key, entry);
  for (const oldest of remembered.keys()) {
    if (remembered.size <= REMEMBERED_MAX) break;
    remembered.delete(oldest);
  }
  entry.addresses.catch(() => {
    if (remembered.get(key) === entry) remembered.delete(key);
  });
}
