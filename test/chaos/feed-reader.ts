/** A client of the pull feed, which keeps what it was given, in the order in which it was given. */
import { setTimeout as delay } from "node:timers/promises";
import type { Tenant } from "../support/api";
import type { Ledger } from "./ledger";

export interface FeedReader {
  readonly accountId: string;
  /** Ids, as they came. */
  readonly given: readonly string[];
  follow(over: () => boolean): Promise<void>;
  /** What is still to be had. */
  finish(): Promise<void>;
}

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

const EVERY_MS = 700;
/** Whoever has read as much as a minute allows waits for the next one. */
const END_MS_MAX = 100_000;

export function createFeedReader({ api, accountId }: Tenant, ledger: Ledger): FeedReader {
  const given: string[] = [];
  let after = "";

  /** Undefined where there was no answer: the next look asks for the same again. */
  async function look(): Promise<Page | undefined> {
    const signal = AbortSignal.timeout(6_000);
    const reply = await api.send("GET", `/api/v1/events?limit=100${after}`, { signal }).catch(() => undefined);
    if (reply === undefined || reply.status >= 500 || reply.status === 429) return undefined;
    if (reply.status !== 200) {
      ledger.oddities.push(`The feed was answered ${reply.status} ${reply.text.slice(0, 300)}`);
      return undefined;
    }
    const page = reply.json as unknown as Page;
    given.push(...page.data.map(({ id }) => id));
    after = `&after=${encodeURIComponent(page.nextCursor)}`;
    return page;
  }
  return {
    accountId,
    given,
    async follow(over) {
      while (!over()) {
        const page = await look();
        if (page?.hasMore !== true) await delay(EVERY_MS);
      }
    },
    async finish() {
      const deadline = performance.now() + END_MS_MAX;
      while (performance.now() < deadline) {
        const page = await look();
        if (page?.hasMore === false) return;
        if (page === undefined) await delay(EVERY_MS);
      }
      ledger.oddities.push("The feed could not be read to its end.");
    },
  };
}
