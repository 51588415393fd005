import type { Recorded } from "../../../domain/fold/event";
import { foldSteps, stepsOf } from "../../../infra/projector/fold-rows";
import { items, listed, newEvent, repriced, sold, type ShopEvent } from "./world";

const recorded = (events: readonly ShopEvent[]): readonly Recorded[] =>
  events.map((event, index) => ({ ...newEvent(event), stream: "shop-1", revision: index, position: index + 1 }));
const fold = (events: readonly ShopEvent[], loaded: readonly Record<string, unknown>[] = []) =>
  foldSteps(items, stepsOf(items, recorded(events)), loaded);
const row = { item: "a", shop: "s1", price: 1, changes: 4 };

describe("folding a page in memory", () => {
  it("begins anew with a row that went and came back within the page", () => {
    expect(fold([sold("a"), listed("a", 2)], [row])).toEqual({
      insertions: [],
      updates: [{ item: "a", shop: "s1", price: 2, changes: 1 }],
      removals: [],
    });
  });

  it("removes only rows that were there", () => {
    expect(fold([sold("a")], [row])).toEqual({ insertions: [], updates: [], removals: [{ item: "a" }] });
    expect(fold([listed("a"), sold("a")])).toEqual({ insertions: [], updates: [], removals: [] });
  });

  it("writes nothing where folds gave back what they were given", () => {
    expect(fold([repriced("b", 3)])).toEqual({ insertions: [], updates: [], removals: [] });
  });

  it("refuses a loaded row that was asked for in another spelling", () => {
    expect(() => fold([listed("a")], [{ ...row, item: "A" }])).toThrow('asked for ["A"] in another spelling');
  });
});
