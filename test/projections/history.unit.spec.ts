/** The tables that prove histories: every event of a business is recorded, chained, and counted until an anchor covers it. */
import { anchors } from "../../domain/anchors";
import { historyAggregates } from "../../domain/business-streams";
import type { AnyEvent, Recorded } from "../../domain/fold/event";
import { chained, eventDigest, GENESIS } from "../../domain/fold/event-digest";
import { stepsOf, foldSteps } from "../../infra/projector/fold-rows";
import type { Projection } from "../../infra/projector/projection";
import { historyChainsTable, type HistoryChainRow } from "../../projections/history-chains";
import { historyEventsTable } from "../../projections/history-events";

const tables = [historyEventsTable, historyChainsTable] as unknown as readonly Projection[];

let position = 0;
function recorded(category: string, businessId: string, { type, data }: AnyEvent): Recorded {
  position += 1;
  const metadata = { actor: { kind: "system", id: "test" }, commandId: "c", correlationId: "c", causationId: "c" };
  const stored = { ...metadata, occurredAt: "2026-01-01T00:00:00.000Z", schemaVersion: 1 } as const;
  const stream = `${category}-${businessId}`;
  return { id: `e${position}`, type, data, stream, revision: position, position, metadata: stored } as Recorded;
}
const edit = (businessId = "b1") => recorded("business", businessId, { type: "BusinessProfileEdited", data: {} });
const anchor = (count: number) => recorded("anchors", "b1", { type: "HistoryAnchored", data: { count } });

function rowsOf<Row>(table: Projection<never, never> | Projection, events: readonly Recorded[]): readonly Row[] {
  const projection = table as Projection;
  return foldSteps(projection, stepsOf(projection, events), []).insertions as unknown as readonly Row[];
}
const chainOf = (events: readonly Recorded[]) => rowsOf<HistoryChainRow>(historyChainsTable, events)[0];

describe("the tables of histories", () => {
  it("record every type of event that a history consists of, and nothing of places", () => {
    const types = historyAggregates.flatMap(({ events }) => Object.keys(events)).sort();
    for (const { on } of tables) expect(Object.keys(on).sort()).toEqual(types);
    expect(types.filter((type) => type.startsWith("Place"))).toEqual([]);
  });

  it("chain a business's events over their stored form, each business by itself", () => {
    const [one, other, two] = [edit(), edit("b2"), edit()];
    const sealed = { ...two, data: { name: "opened" }, stored: two };
    const head = chained(chained(GENESIS, eventDigest(one)), eventDigest(two));
    expect(chainOf([one, other, sealed])).toMatchObject({ business_id: "b1", events: 2, head, position: two.position });
    expect(rowsOf(historyEventsTable as unknown as Projection, [one, other, sealed])).toMatchObject([
      { business_id: "b1", position: one.position, event_id: one.id, digest: eventDigest(one) },
      { business_id: "b2", event_id: other.id },
      { business_id: "b1", event_id: two.id, type: two.type, stream: two.stream, digest: eventDigest(two) },
    ]);
  });

  it("keep what was recorded first of a place in the log", () => {
    const first = edit();
    const second = { ...edit(), position: first.position };
    expect(rowsOf(historyEventsTable as unknown as Projection, [first, second])).toMatchObject([
      { event_id: first.id },
    ]);
  });

  it("count what no anchor covers, where anchors come late, follow each other or are covered themselves", () => {
    const unanchored = (events: readonly Recorded[]) => chainOf(events)?.unanchored;
    expect(unanchored([edit(), edit()])).toBe(2);
    expect(unanchored([edit(), edit(), anchor(2)])).toBe(0);
    expect(unanchored([edit(), edit(), anchor(1)])).toBe(1);
    expect(unanchored([edit(), edit(), anchor(1), anchor(2)])).toBe(0);
    expect(unanchored([edit(), edit(), anchor(1), edit(), anchor(3)])).toBe(1);
    expect(unanchored([edit(), edit(), anchor(2), edit()])).toBe(1);
    expect(unanchored([edit(), edit(), anchor(2), edit(), anchor(4)])).toBe(0);
    expect(Object.keys(anchors.events)).toEqual(["HistoryAnchored"]);
  });
});
