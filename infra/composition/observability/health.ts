/** How the service is: the database and the log answer, and no engine has halted. */
import type { CollectionQueue } from "../../collection-queue/collection-queue";
import { LogUnavailable } from "../../event-log/event-log";
import type { EngineHealth, Health, ProcessHealth, Readiness } from "../../http/health";
import type { KafkaProducer } from "../../kafka/producer";
import type { ProcessRunner } from "../../process-manager/runner";
import type { Clock } from "../../time/clock";
import type { WebhookSender } from "../../webhooks/sender";
import type { Engines } from "../engines";
import type { Ingest } from "../adapters/ingest";
import type { IntegrationEvents } from "../adapters/integration-events";
import type { MailService } from "../adapters/mail";
import type { Metrics } from "./metrics";
import type { Sms } from "../adapters/sms";

const PATIENCE_MS = 2_000;
/** Without the database, or the log, which tells how far an engine is behind. */
const UNKNOWN = { projections: [], processes: [], webhooks: null, collections: null, integrationEvents: null };

export interface HealthParts {
  readonly processes: ProcessRunner;
  readonly sender: WebhookSender;
  readonly collections: Pick<CollectionQueue, "status">;
  readonly kafka: Pick<KafkaProducer, "reachable"> | null;
  readonly ingest: Pick<Ingest, "status"> | null;
  readonly integration: Pick<IntegrationEvents, "status"> | null;
  readonly metrics: Metrics;
  readonly mail: Pick<MailService, "configured" | "failingSince">;
  readonly sms: Pick<Sms, "provider">;
}

export function createHealth(engines: Engines, parts: HealthParts): Health {
  const { pool, log, clock } = engines;
  const known = async () => ({
    projections: await projectionsOf(engines),
    processes: await managersOf(parts.processes),
    webhooks: await parts.sender.status(),
    collections: await parts.collections.status(),
    integrationEvents: (await parts.integration?.status()) ?? null,
  });
  return {
    async readiness(): Promise<Readiness> {
      const [database, logAnswers, kafka] = await Promise.all([
        answers(clock, () => pool.query("SELECT 1")),
        answers(clock, () => log.head()),
        parts.kafka === null ? null : answers(clock, parts.kafka.reachable),
      ]);
      const ingest = parts.ingest?.status() ?? null;
      const asked = { database, log: logAnswers, kafka, ingest, ...chosen(parts) };
      if (!database || !logAnswers) return { status: "unavailable", ...asked, ...UNKNOWN };
      const told = await known().catch(unlessLogIsLost);
      if (told === undefined) return { status: "unavailable", ...asked, log: false, ...UNKNOWN };
      const halted = [...told.projections, ...told.processes].some((engine) => engine.halted !== null);
      const gaveUp = told.processes.some((process) => process.gaveUp > 0);
      const ingestWaits = ingest !== null && (ingest.failing || ingest.waitingSince !== null);
      const unpublished = (told.integrationEvents?.failingSince ?? null) !== null;
      const impaired = halted || gaveUp || ingestWaits || unpublished || kafka === false;
      return { status: impaired ? "degraded" : "ready", ...asked, ...told };
    },
    metrics: async () => parts.metrics.text(await known()),
  };
}

/** It may fall silent between two questions. */
function unlessLogIsLost(error: unknown): undefined {
  if (!(error instanceof LogUnavailable)) throw error;
  return undefined;
}

/** Neither a refusal nor `false` is an answer, nor is silence. */
async function answers(clock: Clock, ask: () => Promise<unknown>): Promise<boolean> {
  const silence = new Promise<false>((resolve) => void clock.after(PATIENCE_MS, () => resolve(false)));
  const answer = ask().then(
    (said) => said !== false,
    () => false,
  );
  return Promise.race([answer, silence]);
}

/** What is not configured is the operator's choice and impairs nothing; nor does a mail server, which mails wait for. */
function chosen({ mail: { configured, failingSince }, sms: { provider: carrier } }: HealthParts) {
  return {
    mail: { configured, failingSince: failingSince?.toISOString() ?? null },
    sms: carrier === null ? null : { provider: carrier.name, sandbox: carrier.name === "sandbox" },
  };
}

async function projectionsOf({ projector }: Engines): Promise<readonly EngineHealth[]> {
  const all = await projector.status();
  return all.map(({ table: name, state, position, secondsBehind, halted }) => ({
    name,
    state,
    position,
    secondsBehind,
    halted: halted === undefined ? null : { ...halted, error: withoutValues(halted.error) },
  }));
}

async function managersOf(processes: ProcessRunner): Promise<readonly ProcessHealth[]> {
  const all = await processes.status();
  return all.map(({ manager: name, here, position, secondsBehind, halted, intentsGaveUp: gaveUp }) => ({
    name,
    state: halted === undefined ? (here ? "live" : "elsewhere") : "halted",
    position,
    secondsBehind,
    gaveUp,
    halted:
      halted === undefined
        ? null
        : { position: halted.position, eventId: halted.id, error: withoutValues(halted.error) },
  }));
}

const ERROR_CHARACTERS_MAX = 200;

/** Anyone may ask for readiness: what an error quotes stays in the log and on the command line. */
function withoutValues(error: string): string {
  return error.replace(/"[^"]*"|'[^']*'/g, "…").slice(0, ERROR_CHARACTERS_MAX);
}
