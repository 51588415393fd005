/** Accounts with a business, keys and competitors, recorded by the domain's own decisions: sign-ups would take minutes. */
import { join } from "node:path";
import { accounts, register, setPlan, takeBusinessSlot } from "../../domain/accounts";
import { apiKeys, create as createKey } from "../../domain/api-keys";
import { businesses, create as createBusiness } from "../../domain/businesses";
import { add, competitors } from "../../domain/competitors";
import type { Aggregate, Decision } from "../../domain/fold/aggregate";
import type { AnyEvent } from "../../domain/fold/event";
import { isRefusal } from "../../domain/fold/refusal";
import { observe } from "../../domain/places/observe";
import { places } from "../../domain/places/place";
import { quotas } from "../../domain/plans";
import { scopes } from "../../domain/scopes";
import { openEngines, type Engines } from "../../infra/composition/engines";
import { loadConfig } from "../../infra/config/config";
import { generateApiKey } from "../../infra/identity/api-key";
import { createKeyedHash } from "../../infra/identity/keyed-hash";
import { silentLogger } from "../../infra/logging/logger";
import { MASTER_KEY } from "./service";
import { sideBySide } from "./side-by-side";
import type { Stage } from "./stage";

export interface Tenant {
  readonly accountId: string;
  readonly businessId: string;
  readonly keys: readonly string[];
}

export interface Tenants {
  readonly number: number;
  readonly keysEach: number;
  /** Of places that have been observed. */
  readonly competitorsEach: number;
}

const PLACES = 200;
const { apiKeys: KEYS, competitorsPerBusiness: COMPETITORS } = quotas.agency;
const hashKey = createKeyedHash(MASTER_KEY, "api-key");

/** The engines of the service on a database, migrated; the caller closes them. */
export function openOwnEngines(
  { folder }: Pick<Stage, "folder">,
  url: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Engines> {
  const DATA_DIR = join(folder, "data");
  const config = loadConfig({ DATABASE_URL: url, DATA_DIR, MASTER_KEY: MASTER_KEY.toString("base64"), ...settings });
  return openEngines({ config, connection: { url }, masterKey: MASTER_KEY, logger: silentLogger });
}

/** Carries out a decision. Throws where it is refused. */
export async function decide<State, Event extends AnyEvent>(
  { runner, ids }: Pick<Engines, "runner" | "ids">,
  aggregate: Aggregate<State, Event>,
  owner: string,
  decision: Decision<State, Event>,
): Promise<number> {
  const commandId = ids.next();
  const context = { commandId, correlationId: commandId, causationId: commandId };
  const actor = { kind: "system", id: "bench" } as const;
  const done = await runner.execute(aggregate, owner, decision, { ...context, actor });
  if (isRefusal(done)) throw new Error(done.message);
  return done.position;
}

/** On the largest plan. Gives them once they are recorded; whoever reads tables waits for these. */
export async function recordTenants(engines: Engines, { number, keysEach, competitorsEach }: Tenants) {
  const { ids, clock } = engines;
  if (competitorsEach > 0)
    await sideBySide(PLACES, async (at) => {
      const now = clock.now().toISOString();
      const listing = { name: `Rival ${at}`, address: `Kirkegata ${at}, Oslo`, rating: 4.4, reviewCount: 210 };
      const seen = { id: `seen-${at}`, placeId: `place-${at}`, observedAt: now, source: "bench", listing };
      await decide(engines, places, seen.placeId, observe(seen, now, { reviewTextDays: 365 }));
    });
  const tenants: Tenant[] = [];
  await sideBySide(number, async (at) => {
    const [accountId, businessId] = [ids.next(), ids.next()];
    const email = `${accountId}@example.com`;
    await decide(engines, accounts, accountId, register({ accountId, email, name: "Ada" }));
    await decide(engines, accounts, accountId, setPlan(accountId, "agency"));
    await decide(engines, accounts, accountId, takeBusinessSlot(accountId, businessId));
    const where = { website: null, category: "cafe", city: "Oslo", state: null, country: "NO" };
    const profile = { name: "Harbour Café", ...where, targetCustomer: null, differentiator: null };
    await decide(engines, businesses, businessId, createBusiness({ businessId, accountId, profile, placeId: null }));
    const keys: string[] = [];
    for (let made = 0; made < keysEach; made += 1) keys.push(await recordKey(engines, accountId));
    for (let made = 0; made < competitorsEach; made += 1) {
      const claim = { name: `Rival ${made}`, address: null, rating: 4, reviewCount: 10, website: null };
      const placeId = `place-${(at * competitorsEach + made) % PLACES}`;
      const addition = { businessId, accountId, competitorId: ids.next(), placeId, claim };
      await decide(engines, competitors, businessId, add({ ...addition, ownPlaceId: null, quota: COMPETITORS }));
    }
    tenants.push({ accountId, businessId, keys });
  });
  return tenants;
}

async function recordKey(engines: Engines, accountId: string): Promise<string> {
  const { key, prefix } = generateApiKey((length) => engines.ids.bytes(length));
  const named = { accountId, keyId: engines.ids.next(), name: "Bench", hash: hashKey(key), prefix };
  const created = { ...named, scopes: [...scopes], expiresAt: null, allowedAddresses: [] };
  await decide(engines, apiKeys, accountId, createKey(created, KEYS));
  return key;
}
