/** Compares everything that anybody was told with the log. */
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

export async function audit(world: AuditWorld): Promise<readonly Part[]> {
  return [
    auditCommands(world),
    await auditRepetitions(world),
    auditSignUps(world),
    auditObservations(world),
    auditAlerts(world),
    await auditManagers(world),
    auditDeliveries(world),
    auditFeeds(world),
    await auditTopic(world),
    await auditRejected(world),
    await auditTables(world),
    await auditReads(world),
    await auditEngines(world),
  ];
}
