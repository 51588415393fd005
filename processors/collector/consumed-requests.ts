/** Requests that come in from a topic: each is served or passed over, and one that the provider fails for holds up no other. */
import { LRUCache } from "lru-cache";
import { placeIdSchema } from "../../domain/places/observation";
import { readCollectionRequest } from "../../infra/collection-queue/kafka-requests";
import type { Delivery } from "../../infra/kafka/open-records";
import type { Logger } from "../../infra/logging/logger";
import type { Clock } from "../../infra/time/clock";
import { Bell, unlessAborted } from "../../infra/time/waiting";
import { servedSections, type TakenRequest } from "./observation-of";
import type { RequestSource, Taken } from "./request-source";

export interface ConsumedRequests extends RequestSource {
  /** Never throws, and never waits. */
  deliver(deliveries: readonly Delivery[]): void;
}

interface ConsumedParts {
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Entry {
  readonly request: TakenRequest;
  readonly delivery: Delivery;
  /** No more is tried from then on, in milliseconds of the epoch. */
  readonly until: number;
  failures: number;
}

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 300_000;
/** However late a request says that it expires, it is tried for no longer. */
const TRIED_MS_MAX = 48 * 3_600_000;
/** The same request may come again, for another asker or because a commit was lost. */
const REMEMBERED_MAX = 10_000;

export function createConsumedRequests({ clock, logger }: ConsumedParts): ConsumedRequests {
  const settled = new LRUCache<string, true>({ max: REMEMBERED_MAX });
  const bell = new Bell();
  let ready: readonly Entry[] = [];
  const now = (): number => clock.now().getTime();

  const makeReady = (entries: readonly Entry[]): void => {
    ready = [...ready, ...entries];
    bell.ring();
  };
  const passOver = ({ request, delivery }: Entry, level: "debug" | "warn", why: string): void => {
    logger[level]({ requestId: request.id, placeId: request.placeId, ...placeOf(delivery) }, why);
    delivery.settle();
  };
  /** Takes up to `limit` out of what is ready, no request twice, and passes over what is no more to be served. */
  const choose = (limit: number): ReadonlyMap<TakenRequest, Entry> => {
    const chosen = new Map<string, Entry>();
    const left: Entry[] = [];
    for (const entry of ready) {
      const { request, delivery, until, failures } = entry;
      if (chosen.size === limit || chosen.has(request.id)) left.push(entry);
      else if (!delivery.begin()) continue;
      else if (settled.has(request.id)) passOver(entry, "debug", "A request that was settled before is passed over.");
      else if (until > now()) chosen.set(request.id, entry);
      else if (failures === 0) passOver(entry, "debug", "A request that has expired is passed over.");
      else passOver(entry, "warn", "A request has expired while the provider did not tell of the place.");
    }
    ready = left;
    return new Map([...chosen.values()].map((entry) => [entry.request, entry]));
  };
  const again = (entry: Entry): void => {
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** entry.failures, LONGEST_WAIT_MS, entry.until - now());
    entry.failures += 1;
    entry.delivery.park();
    clock.after(Math.max(waitMs, 1), () => makeReady([entry]));
  };
  const end = (entry: Entry, isSettled: boolean): void => {
    if (!isSettled) {
      again(entry);
      return;
    }
    settled.set(entry.request.id, true);
    entry.delivery.settle();
  };
  return {
    deliver: (deliveries) => makeReady(deliveries.flatMap((delivery) => entryOf(delivery, now(), logger) ?? [])),
    async take({ limit, stop }) {
      while (!stop.aborted) {
        const chosen = choose(limit);
        const ended: Taken["ended"] = (request, isSettled) => {
          const entry = chosen.get(request);
          if (entry !== undefined) end(entry, isSettled);
        };
        // There is no lease that ends: they are ours as long as the partition is.
        if (chosen.size > 0) return { requests: [...chosen.keys()], until: new Date(now() + TRIED_MS_MAX), ended };
        await unlessAborted(bell.next(), stop);
      }
      return undefined;
    },
  };
}

/** Undefined where there is nothing to serve: the record is passed over for good. */
function entryOf(delivery: Delivery, now: number, logger: Logger): Entry | undefined {
  const { unreadable, value } = delivery.record;
  const wanted = unreadable === undefined ? readCollectionRequest(value) : { fault: unreadable.why };
  const place = placeOf(delivery);
  if ("fault" in wanted || !placeIdSchema.safeParse(wanted.placeId).success) {
    const why = "fault" in wanted ? wanted.fault : "It names no place.";
    logger.warn(place, `A record that is no collection request is passed over. ${why}`);
    delivery.settle();
    return undefined;
  }
  const { requestId: id, placeId, expiresAt } = wanted;
  const sections = servedSections.filter((section) => wanted.sections.includes(section));
  if (sections.length < new Set(wanted.sections).size) {
    logger.debug(
      { requestId: id, placeId, ...place },
      "A request for what this collector cannot bring is left to others.",
    );
    delivery.settle();
    return undefined;
  }
  const until = Math.min(Date.parse(expiresAt), now + TRIED_MS_MAX);
  return { request: { id, placeId, sections }, delivery, until, failures: 0 };
}

function placeOf({ record: { topic, partition, offset } }: Delivery) {
  return { topic, partition, offset };
}
