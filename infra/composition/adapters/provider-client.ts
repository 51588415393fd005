/** A way out of its own for a provider: the servers that the operator named may be on this machine, and webhooks may still not reach them. */
import { createGuardedClient, type GuardedClient } from "../../outbound/guarded-connector";

export function createProviderClient(urls: readonly string[]): GuardedClient {
  const servers = urls.map((url) => new URL(url));
  const here = servers.filter(({ protocol }) => protocol === "http:");
  return createGuardedClient({
    allowedTargets: here.map(({ hostname, port }) => `${hostname}:${port === "" ? "80" : port}`),
    allowedPorts: servers.map(({ port }) => (port === "" ? 443 : Number(port))),
  });
}
