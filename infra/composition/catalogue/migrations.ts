/** The migrations of every engine, in the order in which they are applied. */
import { collectionQueueMigrations } from "../../collection-queue/migrations";
import { logMigrationMigrations } from "../../event-log/migration/migrations";
import { eventLogMigrations } from "../../event-log/postgres/migrations";
import { httpMigrations } from "../../http/migrations";
import { identityMigrations } from "../../identity/migrations";
import { installationMigrations } from "../../installation/migrations";
import { leaseMigrations } from "../../leases/migrations";
import { mailMigrations } from "../../mail/migrations";
import type { Migration } from "../../postgres/migrations";
import { processMigrations } from "../../process-manager/migrations";
import { projectorMigrations } from "../../projector/migrations";
import { relayMigrations } from "../../relay/migrations";
import { sealingMigrations } from "../../sealing/migrations";
import { smsMigrations } from "../../sms-provider/migrations";
import { smsSandboxMigrations } from "../../sms-provider/sandbox/migrations";
import { webhookMigrations } from "../../webhooks/migrations";

export const migrations: readonly Migration[] = [
  ...eventLogMigrations,
  ...logMigrationMigrations,
  ...sealingMigrations,
  ...leaseMigrations,
  ...installationMigrations,
  ...projectorMigrations,
  ...processMigrations,
  ...identityMigrations,
  ...httpMigrations,
  ...webhookMigrations,
  ...collectionQueueMigrations,
  ...smsMigrations,
  ...smsSandboxMigrations,
  ...mailMigrations,
  ...relayMigrations,
];
