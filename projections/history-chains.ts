/** Table `history_chains`: how long each business's history is, the head of its chain, and how much no anchor covers yet. */
import type { Anchor } from "../domain/anchors";
import type { AnyEvent, Recorded } from "../domain/fold/event";
import { chained, eventDigest, GENESIS } from "../domain/fold/event-digest";
import { bigint, integer, json, projection, text, type RowOf } from "../infra/projector/projection";
import { historyOf, onHistory } from "./history-events";

const columns = {
  business_id: text,
  events: integer,
  head: text,
  /** Of the last event. */
  position: bigint,
  /** How many events the last anchor covers. */
  anchored: integer,
  /** Which of the events after those are anchors themselves, counted from 1: mostly the last anchor alone. */
  anchors_since: json<readonly number[]>(),
  /** Events after the anchored ones that are no anchors. */
  unanchored: integer,
};
export type HistoryChainRow = RowOf<typeof columns>;

export const historyChainsTable = projection<AnyEvent>()({
  table: "history_chains",
  version: 1,
  columns,
  key: ["business_id"],
  on: onHistory({
    keys: (event: Recorded) => ({ business_id: historyOf(event) }),
    fold: (row: HistoryChainRow | null, event: Recorded): HistoryChainRow => {
      const events = (row?.events ?? 0) + 1;
      const head = chained(row?.head ?? GENESIS, eventDigest(event));
      const { anchored, since } = anchoring(row, event, events);
      return {
        business_id: historyOf(event),
        events,
        head,
        position: event.position,
        anchored,
        anchors_since: since,
        unanchored: Math.max(0, events - anchored - since.length),
      };
    },
  }),
  erasedWith: { business: "business_id" },
});

/** An anchor may come some events after those that it covers. */
function anchoring(
  row: HistoryChainRow | null,
  { type, data }: Recorded,
  events: number,
): { readonly anchored: number; readonly since: readonly number[] } {
  const before = { anchored: row?.anchored ?? 0, since: row?.anchors_since ?? [] };
  if (type !== "HistoryAnchored") return before;
  const anchored = (data as Anchor).count;
  return { anchored, since: [...before.since, events].filter((at) => at > anchored) };
}
