/** The composition root: builds the service, starts it, and stops it without losing what it accepted. */
import { createAttestor } from "../attestation/attestor";
import type { HashingCost } from "../identity/credentials";
import type { GuardedClientOptions } from "../outbound/guarded-connector";
import type { ProcessRunner } from "../process-manager/runner";
import { createNumberReleases } from "../sms-provider/number-releases";
import { auditPage } from "./audit-page";
import { createCollection } from "./collection";
import { createDeliveries } from "./deliveries";
import { serviceDocument } from "./document";
import { openEngines, type EngineParts, type Engines } from "./engines";
import { createHealth } from "./health";
import { keepHouse } from "./housekeeping";
import { createKafka } from "./kafka";
import { createServiceKernel, type ServiceKernel } from "./kernel";
import { listen } from "./listening";
import { createMail } from "./mail";
import { createMetrics, type Metrics } from "./metrics";
import { createOutbound } from "./outbound";
import { createPlaces } from "./places";
import { createProcesses } from "./processes";
import { forgetReviewTexts } from "./review-texts";
import { createSms } from "./sms";

export interface ServiceParts extends EngineParts {
  /** Added to the guarded client's own options: a resolver, a certificate authority. */
  readonly outbound?: Partial<GuardedClientOptions>;
  /** For how long the work of a process that died waits for it to come back; usually long, which tests have no time for. */
  readonly leases?: { readonly idempotencyKeyMs: number; readonly intentMs: number };
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

/** Resolves once the service answers; rejects with a sentence where it cannot start. */
export async function startService(parts: ServiceParts): Promise<RunningService> {
  const { config, logger } = parts;
  const metrics = createMetrics();
  const engines = await openEngines({ ...parts, metrics: metrics.projector });
  const { clock, projector } = engines;
  const adapters = await createAdapters(parts, engines, metrics);
  const { outbound, places, kafka, sms, mail, releases } = adapters;
  const { sender } = adapters.deliveries;
  const { http, processes } = assemble(parts, engines, metrics, adapters);
  await projector.start();
  await processes.start();
  await sender.start();
  const listening = await listen(config, clock, {
    kernel: http.kernel,
    document: serviceDocument,
    pages: [auditPage(http.authenticator)],
    logger,
    observe: metrics.observeRequest,
  });
  const endSmsCallbacks = sms.listening(listening.url);
  const stopHousekeeping = keepHouse(clock, logger, [
    ...http.purges,
    () => forgetReviewTexts(engines, config.reviewTextRetentionDays),
    () => releases.giveBack(),
  ]);
  const stop = async (): Promise<void> => {
    const housekept = stopHousekeeping();
    // While the service still answers: a callback that it refuses would be an attempt for nothing.
    await endSmsCallbacks();
    await listening.drain();
    await sender.stop();
    await processes.stop();
    await kafka?.close();
    await projector.stop();
    await housekept;
    for (const closed of [places, sms, mail, outbound, engines]) await closed?.close();
  };
  return { url: listening.url, engines, processes, stop };
}

type Adapters = Awaited<ReturnType<typeof createAdapters>>;

/** The process managers and the endpoints, upon what the service reaches; nothing runs yet. */
function assemble(
  { config, masterKey, leases, hashingCost }: ServiceParts,
  engines: Engines,
  metrics: Metrics,
  adapters: Adapters,
): { readonly http: ServiceKernel; readonly processes: ProcessRunner } {
  const { outbound, places, deliveries, kafka, sms, mail, collection, releases, attestor } = adapters;
  const { publisher } = collection;
  const eraseElsewhere = async (businessId: string) => {
    await deliveries.erase(businessId);
    await publisher.erase(businessId);
    await sms.sandboxKept.erase(businessId);
    await mail.erase(businessId);
    await http.kernel.idempotency.erase({ businessId });
  };
  const processes = createProcesses(
    engines,
    {
      ...{ deliveries: deliveries.store, publisher, attestor, sms: sms.provider, releases, mail, eraseElsewhere },
      publicUrl: config.publicUrl,
    },
    leases && { leaseMs: leases.intentMs },
  );
  const { sender } = deliveries;
  const health = createHealth(engines, { processes, sender, collections: collection.queue, kafka, metrics, mail, sms });
  const http = createServiceKernel({
    ...{ config, masterKey, engines, outbound, places, collection, sms, mail, health, hashingCost },
    keyLeaseMs: leases?.idempotencyKeyMs,
  });
  return { http, processes };
}

/** What the service reaches beside its database and its log. */
async function createAdapters(
  { config, masterKey, logger, outbound: options }: ServiceParts,
  engines: Engines,
  metrics: Metrics,
) {
  const outbound = createOutbound(config, options);
  const kafka = createKafka(config, logger);
  const sms = await createSms(config, engines, masterKey, metrics.sms);
  return {
    outbound,
    kafka,
    places: createPlaces(config, { clock: engines.clock, logger, metrics: metrics.places }),
    deliveries: createDeliveries(engines, outbound, metrics.sender),
    sms,
    releases: createNumberReleases({ ...engines, provider: sms.provider, sandbox: sms.sandboxKept.holder }),
    mail: createMail(config, engines, metrics.mail),
    collection: createCollection(engines, kafka),
    attestor: createAttestor(masterKey),
  };
}
