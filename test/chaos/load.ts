/** The mixed load of a run: what goes on beside each other, and everything that was learned from the answers. */
import { createApi, type Api, type Tenant } from "../support/api";
import type { Seeded } from "../support/seeded";
import { createBalancer } from "./balancer";
import { edit } from "./editor";
import { createFeedReader, type FeedReader } from "./feed-reader";
import { createLedger, type Ledger } from "./ledger";
import { createObservers, type Observers } from "./observers/observers";
import { createSignUps, type SignUps } from "./sign-ups";
import type { Stage } from "./stage";
import { createTenantLife, type TenantLife } from "./tenant/life";

export interface Load extends Pick<SignUps, "signedUp"> {
  readonly api: Api;
  readonly ledger: Ledger;
  readonly lives: readonly TenantLife[];
  readonly feeds: readonly FeedReader[];
  readonly observers: Observers;
  begin(): UnderWay;
  /** Nobody begins anything new; who still waits for an answer gives up after so much time. */
  close(patienceMs: number): void;
}

export interface UnderWay {
  /** Resolves when everything has come to its end, which nothing does before `close`. */
  readonly ended: Promise<void>;
  /** Names of what has not. */
  open(): readonly string[];
}

const TENANTS = 4;

/** Makes the tenants, while nothing fails yet. */
export async function createLoad(stage: Stage, random: Seeded): Promise<Load> {
  const apis = stage.fleet.members.filter(({ role }) => role === "api" || role === "all");
  const everyApi = apis.map(({ url }) => url);
  const balancer = createBalancer(everyApi, random.branch("api"));
  const api = createApi(balancer);
  const ledger = createLedger();
  const tenants: Tenant[] = [];
  for (let made = 0; made < TENANTS; made++) tenants.push(await api.tenant({ plan: "agency" }));
  const editor = await api.tenant({ plan: "agency" });
  const lives = tenants.map((tenant, at) =>
    createTenantLife({
      // Every other one is deleted and restored on the way.
      ...{ name: `tenant-${at + 1}`, tenant, isVolatile: at % 2 === 1, ledger },
      ...{ receiver: stage.receiver, everyApi, random: random.branch(`tenant-${at + 1}`) },
    }),
  );
  const feeds = tenants.map((tenant) => createFeedReader(tenant, ledger));
  const observers = createObservers(stage, api, ledger, random.branch("observers"));
  const signUps = createSignUps(balancer, ledger);
  let closed = false;
  const over = () => closed;
  return {
    ...{ api, ledger, lives, feeds, observers, signedUp: signUps.signedUp },
    begin: () =>
      underWay([
        ...lives.map((life) => [life.name, life.live(over)] as const),
        ...feeds.map((feed, at) => [`the feed of tenant-${at + 1}`, feed.follow(over)] as const),
        ["the collector over HTTP", observers.overHttp(over)],
        ["the collector over Kafka", observers.overKafka(over)],
        ["the editor", edit(editor, ledger, over)],
        ["the health checks", balancer.watch(over)],
        ["the sign-ups", signUps.run(over)],
      ]),
    close(patienceMs) {
      closed = true;
      ledger.endWithin(patienceMs);
    },
  };
}

export function underWay(parts: readonly (readonly [name: string, part: Promise<void>])[]): UnderWay {
  const open = new Set(parts.map(([name]) => name));
  const ended = Promise.all(
    parts.map(async ([name, part]) => {
      await part;
      open.delete(name);
    }),
  );
  return { ended: ended.then(() => undefined), open: () => [...open] };
}
