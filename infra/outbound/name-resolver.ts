/** Turns a host name into all of its addresses; the one place that asks the DNS for outgoing requests. */

import { lookup, Resolver } from "node:dns/promises";

/** Answers every A and AAAA address of a name; an empty list or a rejection means that it does not resolve. */
export interface NameResolver {
  resolve(hostname: string): Promise<readonly string[]>;
}

export interface NameResolverOptions {
  /** Names that are read from the hosts file too, such as `localhost`; the others are asked of the DNS alone. */
  readonly hostsFileNames?: readonly string[];
  readonly queryTimeoutMs?: number;
  readonly triesMax?: number;
}

/**
 * Resolves by the DNS protocol and not by `dns.lookup`: a look-up holds one of the few threads that files and hashing
 * share, so a handful of slow name servers, which receivers choose, would stop the whole process.
 */
export function createNameResolver(options: NameResolverOptions = {}): NameResolver {
  const hostsFileNames = new Set(options.hostsFileNames);
  const resolver = new Resolver({ timeout: options.queryTimeoutMs ?? 2_000, tries: options.triesMax ?? 2 });
  return {
    async resolve(hostname) {
      if (hostsFileNames.has(hostname)) {
        return (await lookup(hostname, { all: true })).map((entry) => entry.address);
      }
      const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
      if (ipv4.status === "rejected" && ipv6.status === "rejected") throw ipv4.reason;
      return [ipv4, ipv6].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    },
  };
}
