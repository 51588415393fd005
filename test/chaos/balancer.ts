/** Sends each request to one of the api processes that answer at the moment, as a load balancer with health checks does. */
import { setTimeout as delay } from "node:timers/promises";
import { send } from "../support/http-client";
import type { Seeded } from "../support/seeded";

export interface Balancer {
  /** Another one each time; any of them where none is known to answer. */
  readonly url: string;
  watch(over: () => boolean): Promise<void>;
}

const EVERY_MS = 300;
const ANSWER_MS_MAX = 1_000;

export function createBalancer(urls: readonly string[], random: Seeded): Balancer {
  const out = new Set<string>();
  async function check(url: string): Promise<void> {
    const signal = AbortSignal.timeout(ANSWER_MS_MAX);
    const status = await send(`${url}/healthz`, { signal }).then(
      (reply) => reply.status,
      () => undefined,
    );
    if (status === 200) out.delete(url);
    else out.add(url);
  }
  return {
    get url() {
      const answering = urls.filter((url) => !out.has(url));
      return random.pick(answering.length > 0 ? answering : urls);
    },
    async watch(over) {
      while (!over()) {
        await Promise.all(urls.map(check));
        await delay(EVERY_MS);
      }
    },
  };
}
