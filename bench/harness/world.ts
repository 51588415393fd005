/** The service with tenants in it, on a database of its own. */
import { startService, type Service, type ServiceOptions } from "./service";
import type { Stage } from "./stage";
import { openOwnEngines, recordTenants, type Tenant, type Tenants } from "./tenants";

export interface World {
  readonly service: Service;
  readonly databaseUrl: string;
  readonly tenants: readonly Tenant[];
}

/** Resolves once every table shows the tenants. */
export async function openWorld(
  stage: Stage,
  name: string,
  wanted: Tenants,
  options: Omit<ServiceOptions, "databaseUrl"> = {},
): Promise<World> {
  const databaseUrl = await stage.newDatabase(name);
  const engines = await openOwnEngines(stage, databaseUrl, options.settings);
  const tenants = await recordTenants(engines, wanted);
  await engines.close();
  const service = await startService(stage, { databaseUrl, ...options });
  await service.caughtUp();
  return { service, databaseUrl, tenants };
}
