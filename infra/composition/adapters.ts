/** What the service reaches beside its database and its log: other people's servers, and the stand-ins for them. */
import { createAttestor } from "../attestation/attestor";
import { createNumberReleases } from "../sms-provider/number-releases";
import { createCollection } from "./adapters/collection";
import { createDeliveries } from "./adapters/deliveries";
import type { Engines } from "./engines";
import { createGeneration } from "./adapters/generation";
import { createIngest } from "./adapters/ingest";
import { createIntegrationEvents } from "./adapters/integration-events";
import { createKafka } from "./adapters/kafka";
import { createMail } from "./adapters/mail";
import type { Metrics } from "./observability/metrics";
import { createOutbound } from "./adapters/outbound";
import { createPlaces } from "./adapters/places";
import { roleRuns } from "./roles";
import type { ServiceParts } from "./service";
import { createSms } from "./adapters/sms";

export type Adapters = Awaited<ReturnType<typeof createAdapters>>;

/** Nothing runs yet. */
export async function createAdapters(
  { config, masterKey, logger, outbound: options }: ServiceParts,
  engines: Engines,
  metrics: Metrics,
) {
  const outbound = createOutbound(config, options);
  // Only what follows from events publishes there.
  const kafka = roleRuns[config.role].processes ? createKafka(config, logger) : null;
  const sms = await createSms(config, engines, masterKey, metrics.sms);
  const places = createPlaces(config, { clock: engines.clock, logger, metrics: metrics.places });
  const mail = createMail(config, engines, metrics.mail);
  const generation = await createGeneration(config, engines, metrics.generation);
  const collection = createCollection(engines, kafka);
  return {
    outbound,
    kafka,
    places,
    deliveries: createDeliveries(engines, outbound, metrics.sender),
    sms,
    releases: createNumberReleases({ ...engines, provider: sms.provider, sandbox: sms.sandboxKept.holder }),
    mail,
    collection,
    generation,
    ingest: roleRuns[config.role].ingest
      ? createIngest(config, engines, { ...collection, metrics: metrics.ingest })
      : null,
    integration: roleRuns[config.role].processes ? createIntegrationEvents(config, engines) : null,
    attestor: createAttestor(masterKey),
    /** When nothing uses them any more. */
    async close() {
      for (const closed of [kafka, places, sms, mail, generation, outbound]) await closed?.close();
    },
  };
}
