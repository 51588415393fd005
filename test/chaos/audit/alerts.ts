/** Every change of a watched place became an alert of each business that watched it then, once; what process managers keep is what the log makes of it. */
import type { Recorded } from "../../../domain/fold/event";
import type { Alert } from "../../../domain/alerts";
import type { ProcessManager } from "../../../infra/process-manager/process-manager";
import { placeAlerts, type AlertIntent } from "../../../processors/place-alerts";
import { webhookDeliveries } from "../../../processors/webhook-deliveries";
import { doubled, lost, wrong, type Finding, type Part } from "./finding";
import { foldManager } from "./managers";
import { groupBy, type AuditWorld } from "./world";

/** What makes two alerts the same: whom, about what, and because of which event. */
const nameOf = (businessId: string, competitorId: string | null, type: string, causationId: string): string =>
  [businessId, competitorId, type, causationId].join(" ");

export function auditAlerts({ load, events }: AuditWorld): Part {
  const { intents } = foldManager(placeAlerts, events);
  const raised = events.filter(({ type }) => type === "AlertRaised") as readonly Recorded<{
    type: "AlertRaised";
    data: Alert;
  }>[];
  const byName = groupBy(raised, ({ data, metadata }) =>
    nameOf(data.businessId, data.competitorId, data.type, metadata.causationId),
  );
  const mayMiss = new Set(load.lives.filter(({ isVolatile }) => isVolatile).map(({ tenant }) => tenant.businessId));
  const findings: Finding[] = [];
  const expected = new Set<string>();
  for (const { intent, event } of intents) {
    if (intent.kind !== "perform") continue;
    const { businessId, competitorId, type } = intent.payload as unknown as AlertIntent;
    const name = nameOf(businessId, competitorId, type, event.id);
    expected.add(name);
    const found = byName.get(name)?.length ?? 0;
    // A business that is deleted at that moment is told nothing.
    if (found === 0 && !mayMiss.has(businessId))
      findings.push(lost(`alert ${name} because of ${event.stream}@${event.position}`));
    if (found > 1) findings.push(doubled(`alert ${name}`));
  }
  for (const name of byName.keys()) if (!expected.has(name)) findings.push(wrong(`alert ${name} follows from nothing`));
  return { name: "alerts", checked: intents.length, repeated: 0, findings };
}

export async function auditManagers({ engines, events }: AuditWorld): Promise<Part> {
  const findings: Finding[] = [];
  let checked = 0;
  for (const manager of [placeAlerts, webhookDeliveries] as readonly ProcessManager[]) {
    const { states } = foldManager(manager, events);
    const { rows } = await engines.pool.query<{ instance: string; state: unknown }>(
      "SELECT instance, state FROM operational.process_instances WHERE manager = $1",
      [manager.name],
    );
    const live = new Map(rows.map(({ instance, state }) => [instance, stable(state)]));
    for (const instance of new Set([...states.keys(), ...live.keys()])) {
      checked += 1;
      const folded = states.has(instance) ? stable(states.get(instance)) : undefined;
      if (live.get(instance) !== folded)
        findings.push(
          wrong(
            `${manager.name} ${instance} keeps ${live.get(instance) ?? "nothing"}, the log makes ${folded ?? "nothing"}`,
          ),
        );
    }
  }
  const { rows } = await engines.pool.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM operational.process_intents WHERE status = 'gave_up'",
  );
  if (rows[0]?.n !== 0) findings.push(lost(`${rows[0]?.n ?? 0} intents were given up`));
  return { name: "process managers", checked, repeated: 0, findings };
}

/** Whatever order the members of an object are kept in. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
