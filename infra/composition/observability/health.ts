/** How the service is: the database and the log answer, and no engine has halted. */
import type { CollectionQueue } from "../../collection-queue/collection-queue";
import { LogUnavailable } from "../../event-log/event-log";
import type { EngineHealth, Health, ProcessHealth, Readiness } from "../../http/health";
import type { KafkaProducer } from "../../kafka/producer";
import { withoutValues } from "../../logging/in-words";
import { databaseAnswers } from "../../postgres/answering";
import type { ProcessRunner } from "../../process-manager/runner";
import { systemClock } from "../../time/clock";
import type { WebhookSender } from "../../webhooks/sender";
import type { Engines } from "../engines";
import type { Ingest } from "../adapters/ingest";
import type { GenerationInUse } from "../adapters/generation";
import type { IntegrationEvents } from "../adapters/integration-events";
import type { MailService } from "../adapters/mail";
import type { Metrics } from "./metrics";
import type { Sms } from "../adapters/sms";

const PATIENCE_MS = 2_000;
/** What all engines say takes several statements, one after another. */
const PATIENCE_WITH_ENGINES_MS = 5_000;
/** Without the database, or the log, which tells how far an engine is behind. */
const UNKNOWN = { projections: [], processes: [], webhooks: null, collections: null, integrationEvents: null };

export interface HealthParts {
  readonly processes: ProcessRunner;
  readonly sender: WebhookSender;
  readonly collections: Pick<CollectionQueue, "status">;
  readonly kafka: Pick<KafkaProducer, "reachable"> | null;
  readonly ingest: Pick<Ingest, "status" | "reachable"> | null;
  readonly integration: Pick<IntegrationEvents, "status"> | null;
  readonly metrics: Metrics;
  readonly mail: Pick<MailService, "configured" | "failingSince">;
  readonly sms: Pick<Sms, "provider">;
  readonly generation: Pick<GenerationInUse, "provider" | "failingSince">;
}

export function createHealth(engines: Engines, parts: HealthParts): Health {
  const { pool, log } = engines;
  const kafkaOf = parts.kafka ?? parts.ingest;
  const ask = {
    projections: () => projectionsOf(engines),
    processes: () => managersOf(parts.processes),
    webhooks: () => parts.sender.status(),
    collections: () => parts.collections.status(),
    integrationEvents: async () => (await parts.integration?.status()) ?? null,
  };
  const known = async () => ({
    projections: await ask.projections(),
    processes: await ask.processes(),
    webhooks: await ask.webhooks(),
    collections: await ask.collections(),
    integrationEvents: await ask.integrationEvents(),
  });
  const whoAnswers = async () => {
    const [database, logAnswers, kafka] = await Promise.all([
      answers(() => databaseAnswers(pool)),
      answers(() => log.head()),
      kafkaOf === null ? null : answers(() => kafkaOf.reachable()),
    ]);
    return { database, log: logAnswers, kafka };
  };
  return {
    async readiness(): Promise<Readiness> {
      const answering = await whoAnswers();
      const { database, kafka } = answering;
      const ingest = parts.ingest?.status() ?? null;
      const asked = { ...answering, ingest, ...chosen(parts) };
      if (!database || !asked.log) return { status: "unavailable", ...asked, ...UNKNOWN };
      const told = await inTime(known().catch(nullIfLogIsLost), PATIENCE_WITH_ENGINES_MS);
      if (!told) return { status: "unavailable", ...asked, log: told !== null, ...UNKNOWN };
      const halted = [...told.projections, ...told.processes].some((engine) => engine.halted !== null);
      const gaveUp = told.processes.some((process) => process.gaveUp > 0);
      const ingestWaits = ingest !== null && (ingest.failing || ingest.waitingSince !== null);
      const unpublished = (told.integrationEvents?.failingSince ?? null) !== null;
      const impaired = halted || gaveUp || ingestWaits || unpublished || kafka === false;
      return { status: impaired ? "degraded" : "ready", ...asked, ...told };
    },
    // Whoever watches wants to see the rest most while something does not answer.
    async metrics() {
      const [answering, projections, processes, webhooks, collections, integrationEvents] = await Promise.all([
        whoAnswers(),
        soon(ask.projections),
        soon(ask.processes),
        soon(ask.webhooks),
        soon(ask.collections),
        soon(ask.integrationEvents),
      ]);
      return parts.metrics.text({ answering, projections, processes, webhooks, collections, integrationEvents });
    },
  };
}

/** It may fall silent between two questions. */
function nullIfLogIsLost(error: unknown): null {
  if (!(error instanceof LogUnavailable)) throw error;
  return null;
}

/** Neither a refusal nor `false` is an answer, nor is silence. */
async function answers(ask: () => Promise<unknown>): Promise<boolean> {
  return (await soon(async () => (await ask()) !== false)) ?? false;
}

/** Undefined where it fails or takes too long. */
function soon<Value>(ask: () => Promise<Value>): Promise<Value | undefined> {
  return inTime(
    ask().catch(() => undefined),
    PATIENCE_MS,
  );
}

/** Undefined where it takes too long, in real time: what does not answer goes by no test's clock. */
async function inTime<Value>(answer: Promise<Value>, milliseconds: number): Promise<Value | undefined> {
  let callOff = (): void => undefined;
  const silence = new Promise<undefined>((resolve) => {
    callOff = systemClock.after(milliseconds, () => resolve(undefined));
  });
  return Promise.race([answer, silence]).finally(callOff);
}

/**
 * What is not configured is the operator's choice and impairs nothing; nor does a mail server, which mails wait for, or a model's,
 * without which all else is served.
 */
function chosen({ mail: { configured, failingSince }, sms: { provider: carrier }, generation }: HealthParts) {
  return {
    mail: { configured, failingSince: failingSince?.toISOString() ?? null },
    generation: { provider: generation.provider, failingSince: generation.failingSince?.toISOString() ?? null },
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
