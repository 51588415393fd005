/** A way out of its own for a provider: the servers that the operator named may be on this machine, and webhooks may still not reach them. */
import { createGuardedClient, type GuardedClient, type GuardedClientOptions } from "../../outbound/guarded-connector";

/** How names and addresses are reached; tests give another network. */
export type Network = Pick<GuardedClientOptions, "resolver" | "dial">;

/** `privateTargets`: `host:port` of those that may be in a private network. */
export function createProviderClient(
  urls: readonly string[],
  privateTargets: readonly string[] = [],
  network: Network = {},
): GuardedClient {
  const servers = urls.map((url) => new URL(url));
  const here = servers.filter(({ protocol }) => protocol === "http:");
  return createGuardedClient({
    ...network,
    allowedTargets: here.map(({ hostname, port }) => `${hostname}:${port === "" ? "80" : port}`),
    privateTargets,
    allowedPorts: servers.map(({ port }) => (port === "" ? 443 : Number(port))),
  });
}
