/** The mixed load of a run: what goes on beside each other, and everything that was learned from the answers. */
import { setTimeout as delay } from "node:timers/promises";
import { createApi, type Api, type Tenant } from "../support/api";
import type { Seeded } from "../support/seeded";
import { createBalancer } from "./balancer";
import { edit } from "./editor";
import { createFeedReader, type FeedReader } from "./feed-reader";
import { createLedger, type Ledger } from "./ledger";
import { createObservers, type Observers } from "./observers";
import type { Stage } from "./stage";
import { createTenantLife, type TenantLife } from "./tenant-life";

export interface Load {
  readonly api: Api;
  readonly ledger: Ledger;
  readonly lives: readonly TenantLife[];
  readonly feeds: readonly FeedReader[];
  readonly observers: Observers;
  /** Addresses of accounts that signed up on the way. */
  readonly signedUp: readonly string[];
  /** Begins; resolves when `close` was called and everything has come to its end. */
  run(): Promise<void>;
  close(): void;
}

const TENANTS = 4;
const SIGN_UP_EVERY_MS = 9_000;

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
  const signedUp: string[] = [];
  let closed = false;
  const over = () => closed;

  async function signUps(): Promise<void> {
    for (let number = 1; !over(); number++) {
      await pause(SIGN_UP_EVERY_MS, over);
      if (over()) return;
      const email = `late-${number}@example.com`;
      const body = { email, password: "correct horse battery", name: "Grace" };
      // Without a key: whoever asks again is told that the address is taken, or finishes what broke off.
      const causes: string[] = [];
      await ledger.ask({
        kind: "sign-up",
        client: api.anonymous,
        method: "POST",
        path: "/api/auth/sign-up",
        body,
        causes,
      });
      signedUp.push(email);
    }
  }
  return {
    ...{ api, ledger, lives, feeds, observers, signedUp },
    async run() {
      await Promise.all([
        ...lives.map((life) => life.live(over)),
        ...feeds.map((feed) => feed.follow(over)),
        observers.run(over),
        edit(editor, ledger, over),
        balancer.watch(over),
        signUps(),
      ]);
    },
    close() {
      closed = true;
      ledger.close();
    },
  };
}

async function pause(milliseconds: number, over: () => boolean): Promise<void> {
  for (let waited = 0; waited < milliseconds && !over(); waited += 100) await delay(100);
}
