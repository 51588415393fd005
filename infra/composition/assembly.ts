/** Puts the engines and adapters of one process together: the process managers, the endpoints and what tells of both; nothing runs yet. */
import { getHealth } from "../../read-api/operations/get-health";
import { getMetrics } from "../../read-api/operations/get-metrics";
import { getReadiness } from "../../read-api/operations/get-readiness";
import type { Endpoint } from "../http/endpoint";
import type { ProcessRunner } from "../process-manager/runner";
import type { Adapters } from "./adapters";
import { endpoints } from "./catalogue/endpoints";
import type { Engines } from "./engines";
import { createHealth } from "./observability/health";
import { createServiceKernel, type ServiceKernel } from "./http/kernel";
import type { Metrics } from "./observability/metrics";
import { unsubscribeLinks } from "./adapters/unsubscribe-links";
import { createProcesses } from "./catalogue/processes";
import { roleRuns } from "./roles";
import type { ServiceParts } from "./service";

/** What every process answers, whatever it runs. */
const probes: readonly Endpoint[] = [getHealth, getMetrics, getReadiness];

export interface Assembly {
  readonly http: ServiceKernel;
  readonly processes: ProcessRunner;
}

/** Every role puts the whole together, because each tells how all of it is; `service.ts` starts what the role runs. */
export function assemble(
  { config, masterKey, hashingCost }: ServiceParts,
  engines: Engines,
  metrics: Metrics,
  adapters: Adapters,
): Assembly {
  const { outbound, places, deliveries, kafka, ingest, integration, sms, mail, generation } = adapters;
  const { collection, releases, attestor } = adapters;
  const { publisher } = collection;
  const eraseElsewhere = async (businessId: string) => {
    await deliveries.erase(businessId);
    await publisher.erase(businessId);
    await sms.sandboxKept.erase(businessId);
    await mail.erase(businessId);
    await http.kernel.idempotency.erase({ businessId });
  };
  const processes = createProcesses(engines, {
    ...{ deliveries: deliveries.store, publisher, attestor, sms: sms.provider, releases, mail, eraseElsewhere },
    publicUrl: config.publicUrl,
    unsubscribeUrls: unsubscribeLinks(masterKey, config.publicUrl),
  });
  const { sender } = deliveries;
  const health = createHealth(engines, {
    processes,
    sender,
    collections: collection.queue,
    kafka,
    ingest,
    integration,
    metrics,
    mail,
    sms,
    generation,
  });
  const http = createServiceKernel({
    endpoints: roleRuns[config.role].api ? endpoints : probes,
    ...{ config, masterKey, engines, outbound, places, collection, sms, mail, generation, health, hashingCost },
  });
  return { http, processes };
}
