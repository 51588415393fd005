/** The service's one way out: public receivers alone, never itself. */
import { networkInterfaces } from "node:os";
import type { Config } from "../../config/config";
import { createGuardedClient, type GuardedClient, type GuardedClientOptions } from "../../outbound/guarded-connector";

export function createOutbound(config: Config, options: Partial<GuardedClientOptions> = {}): GuardedClient {
  return createGuardedClient({
    allowedTargets: config.webhookAllowedTargets,
    ownNames: [new URL(config.publicUrl).hostname].filter((name) => name !== "localhost"),
    ownAddresses: ownAddresses(),
    ...options,
  });
}

/** Loopback is denied anyway, and what an allowed target of a test may name. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !address.includes("%") && !address.startsWith("fe80:"))
    .map(({ address }) => address);
}
