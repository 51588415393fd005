/** How the service is: the database and the log answer, and no engine has halted. */
import type { CollectionQueue } from "../collection-queue/collection-queue";
import type { EngineHealth, Health, ProcessHealth, Readiness } from "../http/health";
import type { KafkaProducer } from "../kafka/producer";
import type { ProcessRunner } from "../process-manager/runner";
import type { WebhookSender } from "../webhooks/sender";
import type { Engines } from "./engines";
import type { MailService } from "./mail";
import type { Metrics } from "./metrics";
import type { Sms } from "./sms";

const PATIENCE_MS = 2_000;

export interface HealthParts {
  readonly processes: ProcessRunner;
  readonly sender: WebhookSender;
  readonly collections: Pick<CollectionQueue, "status">;
  readonly kafka: Pick<KafkaProducer, "reachable"> | null;
  readonly metrics: Metrics;
  readonly mail: Pick<MailService, "configured" | "failingSince">;
  readonly sms: Pick<Sms, "provider">;
}

export function createHealth(engines: Engines, parts: HealthParts): Health {
  const { pool, log, clock, projector } = engines;
  const { processes, sender, collections, metrics } = parts;

  /** Neither a refusal nor `false` is an answer, nor is silence. */
  async function answers(ask: () => Promise<unknown>): Promise<boolean> {
    const silence = new Promise<false>((resolve) => void clock.after(PATIENCE_MS, () => resolve(false)));
    const answer = ask().then(
      (said) => said !== false,
      () => false,
    );
    return Promise.race([answer, silence]);
  }

  async function projections(): Promise<readonly EngineHealth[]> {
    const all = await projector.status();
    return all.map(({ table: name, state, position, secondsBehind, halted }) => ({
      name,
      state,
      position,
      secondsBehind,
      halted: halted === undefined ? null : { ...halted, error: withoutValues(halted.error) },
    }));
  }

  /** What is not configured is the operator's choice and impairs nothing; nor does a mail server, which mails wait for. */
  function chosen() {
    const { configured, failingSince } = parts.mail;
    const carrier = parts.sms.provider;
    return {
      mail: { configured, failingSince: failingSince?.toISOString() ?? null },
      sms: carrier === null ? null : { provider: carrier.name, sandbox: carrier.name === "sandbox" },
    };
  }

  return {
    async readiness(): Promise<Readiness> {
      const [database, logAnswers, kafka] = await Promise.all([
        answers(() => pool.query("SELECT 1")),
        answers(() => log.head()),
        parts.kafka === null ? null : answers(parts.kafka.reachable),
      ]);
      const nothing = { projections: [], processes: [], webhooks: null, collections: null };
      if (!database) return { status: "unavailable", database, log: logAnswers, kafka, ...nothing, ...chosen() };
      const known = {
        projections: await projections(),
        processes: await managersOf(processes),
        webhooks: await sender.status(),
        collections: await collections.status(),
      };
      const halted = [...known.projections, ...known.processes].some((engine) => engine.halted !== null);
      const gaveUp = known.processes.some((process) => process.gaveUp > 0);
      const impaired = halted || gaveUp || kafka === false;
      const status = logAnswers ? (impaired ? "degraded" : "ready") : "unavailable";
      return { status, database, log: logAnswers, kafka, ...known, ...chosen() };
    },
    async metrics() {
      return metrics.text({
        projections: await projections(),
        processes: await managersOf(processes),
        webhooks: await sender.status(),
        collections: await collections.status(),
      });
    },
  };
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
