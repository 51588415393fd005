/** Compares everything that anybody was told with the log. */
import type { Phases } from "../phases";
import { auditAlerts, auditManagers } from "./alerts";
import { auditCommands, auditRepetitions } from "./commands";
import { auditDeliveries } from "./deliveries";
import { auditEngines, auditSignUps } from "./engines";
import type { Part } from "./finding";
import { auditObservations, auditRejected } from "./observations";
import { auditFeeds, auditTopic } from "./public-events";
import { auditReads } from "./reads";
import { auditTables } from "./tables";
import type { AuditWorld } from "./world";

const PART_MS_MAX = 60_000;

const PARTS: readonly (readonly [name: string, compare: (world: AuditWorld) => Part | Promise<Part>])[] = [
  ["commands", auditCommands],
  ["repetitions", auditRepetitions],
  ["sign-ups", auditSignUps],
  ["observations", auditObservations],
  ["alerts", auditAlerts],
  ["process managers", auditManagers],
  ["deliveries", auditDeliveries],
  ["feed", auditFeeds],
  ["integration-events", auditTopic],
  ["rejected", auditRejected],
  ["read rows", auditTables],
  ["v1 reads", auditReads],
  ["engines and leases", auditEngines],
];

export async function audit(world: AuditWorld, phases: Phases): Promise<readonly Part[]> {
  const parts: Part[] = [];
  for (const [name, compare] of PARTS)
    parts.push(await phases.pass(`the audit of ${name}`, PART_MS_MAX, async () => compare(world)));
  return parts;
}
