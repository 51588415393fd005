/** Within an hour of whatever happens in any business's history, what has happened is anchored; where nothing does, nothing is. */
import { historyAggregates } from "../domain/business-streams";
import type { AnyEvent, Recorded } from "../domain/fold/event";
import { processManager, type Subscription } from "../infra/process-manager/process-manager";

/** One instance for all businesses, there while something waits to be anchored. */
interface Waiting {
  /** When everything that has happened by then is anchored. */
  readonly until: string | null;
}

const INTERVAL_MS = 3_600_000;
const TIMER = "anchor";
const ALL = "all";

type Anchoring = Subscription<Waiting, AnyEvent>;

/** The timer that runs stays: a business in which something happens all the time is anchored all the same. */
const waitAnHour: Anchoring = {
  instances: () => ALL,
  react: (state, { metadata }) => {
    if (state.until !== null) return { state };
    const until = hourAfter(metadata);
    return { state: { until }, intents: [{ kind: "remind", name: TIMER, at: until }] };
  },
};

const hourAfter = ({ occurredAt }: Recorded["metadata"]): string =>
  new Date(new Date(occurredAt).getTime() + INTERVAL_MS).toISOString();

/** An anchor is no news: else there would be one more every hour for ever. */
const news = historyAggregates
  .flatMap(({ events }) => Object.keys(events))
  .filter((type) => type !== "HistoryAnchored");

export const historyAnchors = processManager<AnyEvent>()<Waiting>({
  name: "history-anchors",
  initial: { until: null },
  shared: true,
  on: Object.fromEntries(news.map((type) => [type, waitAnHour])),
  // The instance ends with its timer: what happens from here on has a timer of its own, however the effect ends.
  onTimer: () => ({ state: null, intents: [{ kind: "perform", effect: "anchor_histories", payload: {} }] }),
});
