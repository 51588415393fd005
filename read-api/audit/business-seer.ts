/** The eyes of the account that owns the active business. */
import { apiKeys } from "../../domain/api-keys";
import type { Recorded } from "../../domain/fold/event";
import type { Context } from "../../infra/http/endpoint";
import { seenBy } from "./seen-by";

/** How this caller sees an event of its own business. Keys that were revoked are the account's own as well. */
export async function ownerSees({
  account,
  services: { runner, redact },
}: Pick<Context<"business">, "account" | "services">): Promise<(event: Recorded) => Recorded> {
  const { state: ring } = await runner.load(apiKeys, account.id);
  return seenBy({ accountId: account.id, keyIds: new Set(ring.keys()) }, redact);
}
