/** The composition root: builds this process's part of the service, starts it, and stops it without losing what it accepted. */
import { principalTables } from "../../read-api/account/principals";
import type { HashingCost } from "../identity/credentials";
import type { GuardedClientOptions } from "../outbound/guarded-connector";
import type { ProcessRunner } from "../process-manager/runner";
import { createAdapters, type Adapters } from "./adapters";
import { assemble, type Assembly } from "./assembly";
import { auditPage } from "./audit/audit-page";
import { serviceDocument } from "./catalogue/document";
import { openEngines, type EngineParts, type Engines } from "./engines";
import { filledTables } from "./upkeep/filled-tables";
import { forgetting } from "./upkeep/forgetting";
import { housekeeping } from "./upkeep/housekeeping";
import { createLeases } from "./leases";
import { createListening, type ListeningPart } from "./http/listening";
import { createMetrics, type Metrics } from "./observability/metrics";
import { startParts, type Part } from "./parts";
import { forgetReviewTexts } from "./upkeep/review-texts";
import { roleRuns } from "./roles";

export interface ServiceParts extends EngineParts {
  /** Added to the guarded client's own options: a resolver, a certificate authority. */
  readonly outbound?: Partial<GuardedClientOptions>;
  /** Of passwords; the usual one unless told. */
  readonly hashingCost?: HashingCost;
}

export interface RunningService {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  readonly engines: Engines;
  readonly processes: ProcessRunner;
  /** Refuses new requests, finishes what is under way and closes everything; what takes too long is left to the next start. */
  stop(): Promise<void>;
}

/** Resolves once the service answers; rejects with a sentence where it cannot start, and leaves nothing open. */
export async function startService(parts: ServiceParts): Promise<RunningService> {
  const metrics = createMetrics();
  const engines = await openEngines({ ...parts, metrics: metrics.projector, serves: true });
  const adapters = await createAdapters(parts, engines, metrics).catch(async (error: unknown) => {
    await engines.close();
    throw error;
  });
  const close = async (): Promise<void> => {
    await adapters.close();
    await engines.close();
  };
  let closed: Promise<void> | undefined;
  const closing: Part = { start: () => Promise.resolve(), stop: () => (closed ??= close()) };
  try {
    const assembly = assemble(parts, engines, metrics, adapters);
    const listening = listeningOf(parts, engines, metrics, assembly);
    const stop = await startParts([closing, ...partsOf(parts, engines, adapters, assembly, listening)]);
    return { url: listening.url(), engines, processes: assembly.processes, stop };
  } catch (error) {
    await closing.stop();
    throw error;
  }
}

/** What the role runs, in the order in which it starts. */
function partsOf(
  { config }: ServiceParts,
  engines: Engines,
  adapters: Adapters,
  { http, processes }: Assembly,
  listening: ListeningPart,
): readonly Part[] {
  const runs = roleRuns[config.role];
  const { deliveries, releases, sms, ingest, integration } = adapters;
  const purges = [
    ...http.purges,
    () => forgetReviewTexts(engines, config.reviewTextRetentionDays),
    (lost: AbortSignal) => releases.giveBack(lost),
  ];
  const parts: Part[] = [forgetting(engines)];
  if (runs.projections) parts.push(engines.projector);
  const ofProcesses = [processes.duties, housekeeping(engines, purges), ...(integration?.duties ?? [])];
  parts.push(createLeases(engines, runs, [engines.projector.duties], ofProcesses));
  if (runs.processes) parts.push(processes, deliveries.sender);
  if (ingest !== null) parts.push(ingest);
  if (runs.api && runs.projections) parts.push(filledTables(engines, principalTables));
  parts.push(listening);
  if (runs.api) parts.push(smsCallbacks(sms, listening));
  return parts;
}

/** Stops before the service does: a callback that it refuses would be an attempt for nothing. */
function smsCallbacks(sms: Adapters["sms"], listening: ListeningPart): Part {
  let end: (() => Promise<void>) | undefined;
  return {
    async start() {
      end = sms.listening(listening.url());
    },
    stop: async () => end?.(),
  };
}

function listeningOf({ config, logger }: ServiceParts, { clock }: Engines, metrics: Metrics, { http }: Assembly) {
  const shown = roleRuns[config.role].api ? { document: serviceDocument, pages: [auditPage] } : {};
  const { kernel } = http;
  return createListening(config, clock, { kernel, ...shown, logger, observe: metrics.observeRequest });
}
