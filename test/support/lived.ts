/** A business as if it had lived longer: events of its own that nobody decided, appended as they would be stored. */
import { streamName } from "../../domain/fold/aggregate";
import type { AnyEvent } from "../../domain/fold/event";
import type { Tenant } from "./api";
import type { TestService } from "./service";

/** All in one append, at this moment; throws where they are not taken. */
export async function lived(
  { running }: TestService,
  { businessId, accountId }: Pick<Tenant, "businessId" | "accountId">,
  category: string,
  events: readonly AnyEvent[],
): Promise<void> {
  const { log, ids, clock } = running.engines;
  const commandId = ids.next();
  const by = { actor: { kind: "user", id: accountId }, commandId, correlationId: "r", causationId: commandId } as const;
  const metadata = { businessId, ...by, occurredAt: clock.now().toISOString(), schemaVersion: 1 };
  const outcome = await log.append({
    stream: streamName(category, businessId),
    expected: "any",
    commandId,
    events: events.map((event) => ({ id: ids.next(), ...event, metadata })),
  });
  if (outcome.kind !== "appended") throw new Error(`The events of ${category} were not taken: ${outcome.kind}.`);
}
