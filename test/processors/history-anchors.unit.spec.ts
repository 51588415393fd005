/** Anchors by the hour: one timer for all businesses, set while there is anything that no anchor covers. */
import { historyAggregates } from "../../domain/business-streams";
import type { AnyEvent } from "../../domain/fold/event";
import { historyAnchors } from "../../processors/history-anchors";
import { givenProcess } from "../support/given-process";

const OCCURRED_AT = Date.parse("2026-01-01T00:00:00.000Z");

function happened(type: string): AnyEvent {
  const event = { type, data: {}, metadata: { occurredAt: new Date(OCCURRED_AT).toISOString() } };
  return event;
}
const edited = happened("BusinessProfileEdited");
const added = happened("CompetitorAdded");
const anchored = happened("HistoryAnchored");

describe("anchoring by the hour", () => {
  const waiting = givenProcess(historyAnchors, [edited]);
  const [reminder] = waiting.intents;
  const at = reminder?.kind === "remind" ? reminder.at : "";

  it("has one timer for all businesses, an hour after the first event that no anchor covers", () => {
    expect(waiting.intents).toEqual([{ kind: "remind", name: "anchor", at: expect.any(String) as string }]);
    expect(new Date(at).getTime() - OCCURRED_AT).toBe(3_600_000);
    expect(waiting.when(added).intents).toEqual([]);
    expect([...waiting.when(added).states.keys()]).toEqual([...waiting.states.keys()]);
  });

  it("anchors when it is due, and waits for nothing until something happens again", () => {
    const due = waiting.whenDue("all", "anchor", at);
    expect(due.intents).toEqual([{ kind: "perform", effect: "anchor_histories", payload: {} }]);
    expect(due.states.size).toBe(0);
    expect(due.when(anchored)).toMatchObject({ intents: [], states: new Map() });
    expect(due.when(added).intents).toMatchObject([{ kind: "remind", name: "anchor" }]);
  });

  it("hears of everything that a history consists of but anchors", () => {
    const types = historyAggregates.flatMap(({ events }) => Object.keys(events));
    const heard = types.filter((type) => type !== "HistoryAnchored");
    expect(Object.keys(historyAnchors.on).sort()).toEqual(heard.sort());
  });
});
