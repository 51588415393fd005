/** Every v1 read shows what was acknowledged, from whichever process; a key that was revoked is refused by all of them. */
import { competitors, activeOf, type CompetitorEvent } from "../../../domain/competitors";
import { createApi } from "../../support/api";
import { send } from "../../support/http-client";
import type { TenantLife } from "../tenant/life";
import { wrong, type Finding, type Part } from "./finding";
import type { AuditWorld } from "./world";

export async function auditReads({ load, stage, events }: AuditWorld): Promise<Part> {
  const findings: Finding[] = [];
  let checked = 0;
  let asked = 0;
  for (const { url, role, name } of stage.fleet.members) {
    if (role !== "api" && role !== "all") continue;
    for (const life of load.lives) {
      const client = createApi({ url }).withKey(life.tenant.api.key);
      for (const [path, member, expected] of expectedOf(life, events)) {
        const reply = await client.get(path);
        checked += 1;
        const shown = ((reply.json?.[member] ?? []) as { id: string }[]).map(({ id }) => id).sort();
        if (reply.status !== 200 || shown.join() !== [...expected].sort().join())
          findings.push(
            wrong(`${name} shows ${life.name} at ${path} ${reply.status} ${shown.join()} and not ${expected.join()}`),
          );
      }
      for (const key of life.revokedKeys) {
        checked += 1;
        asked += 1;
        // Who is refused too often from one address is kept off.
        const headers = { "x-service-key": key, "x-forwarded-for": `10.201.${asked >> 8}.${asked & 255}` };
        const { status } = await send(`${url}/api/v1/competitors`, { headers });
        if (status !== 401) findings.push(wrong(`${name} answers ${status} to a revoked key of ${life.name}`));
      }
    }
  }
  return { name: "v1 reads", checked, repeated: 0, findings };
}

const ALERTS_SHOWN = 100;

/** By path and member: ids, as the log and the client have them. */
function expectedOf(
  { tenant: { businessId }, tracked, endpoints }: TenantLife,
  events: AuditWorld["events"],
): readonly (readonly [path: string, member: string, ids: readonly string[]])[] {
  const own = events.filter(({ metadata }) => metadata.businessId === businessId);
  const roster = own
    .filter(({ stream }) => stream.startsWith("competitors-"))
    .reduce((state, event) => competitors.evolve(state, event as unknown as CompetitorEvent), competitors.initial);
  const logged = [...activeOf(roster).values()].map(({ competitorId }) => competitorId);
  const raised = own.filter(({ type }) => type === "AlertRaised").map(({ data }) => data as { alertId: string });
  const alerts = raised.map(({ alertId }) => alertId);
  return [
    ["/api/v1/competitors", "competitors", logged],
    ["/api/v1/competitors", "competitors", [...tracked.values()]],
    ...(alerts.length <= ALERTS_SHOWN
      ? [["/api/v1/alerts?limit=100", "alerts", alerts] as const]
      : [["/api/v1/alerts?limit=100", "alerts", alerts.slice(-ALERTS_SHOWN)] as const]),
    ["/api/v1/webhooks", "data", [...endpoints.keys()]],
  ];
}
