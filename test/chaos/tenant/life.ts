/** What one tenant does, one thing after the other, and what must be so after it. */
import { setTimeout as delay } from "node:timers/promises";
import type { Tenant } from "../../support/api";
import type { Seeded } from "../../support/seeded";
import type { Ledger } from "../ledger";
import type { Receiver } from "../receiver";
import { createAlerts } from "./alerts";
import { createBusiness } from "./business";
import { createCompetitors, type OwnCompetitors } from "./competitors";
import { createConversation } from "./conversation";
import { createEndpoints, type OwnEndpoints } from "./endpoints";
import { createKeys, type OwnKeys } from "./keys";

export interface TenantLife
  extends Pick<OwnCompetitors, "tracked">, Pick<OwnEndpoints, "endpoints">, Pick<OwnKeys, "revokedKeys"> {
  readonly name: string;
  readonly tenant: Tenant;
  /** Its business is deleted and restored on the way. */
  readonly isVolatile: boolean;
  live(over: () => boolean): Promise<void>;
  /** Leaves nothing paused and nothing deleted. */
  rest(): Promise<void>;
}

export interface TenantLifeParts {
  readonly name: string;
  readonly tenant: Tenant;
  readonly isVolatile: boolean;
  readonly ledger: Ledger;
  readonly receiver: Receiver;
  readonly everyApi: readonly string[];
  readonly random: Seeded;
}

export function createTenantLife(parts: TenantLifeParts): TenantLife {
  const { name, tenant, isVolatile, ledger, random } = parts;
  const conversation = createConversation(name, tenant, ledger);
  const competitors = createCompetitors(conversation, parts);
  const endpoints = createEndpoints(conversation, parts);
  const keys = createKeys(conversation, parts);
  const business = createBusiness(conversation, tenant);
  const readAlerts = createAlerts(conversation, tenant, random);

  async function act(): Promise<void> {
    if (business.isDeleted()) return business.turn();
    const chance = random();
    if (isVolatile && chance < 0.06) return business.turn();
    if (chance < 0.45) return competitors.turn();
    if (chance < 0.55) return endpoints.turn();
    if (chance < 0.65) return keys.turn();
    if (chance < 0.8) return readAlerts();
    return competitors.read();
  }
  return {
    ...{ name, tenant, isVolatile },
    ...{ tracked: competitors.tracked, endpoints: endpoints.endpoints, revokedKeys: keys.revokedKeys },
    async live(over) {
      await endpoints.register();
      while (!over()) {
        await act();
        await delay(random.between(30, 200));
      }
    },
    async rest() {
      await business.comeBack();
      await endpoints.resumeAll();
    },
  };
}
