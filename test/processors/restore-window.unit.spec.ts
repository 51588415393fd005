import type { BusinessEvent } from "../../domain/businesses";
import { restoreWindow } from "../../processors/restore-window";
import { givenProcess } from "../support/given-process";
import { profileOf } from "../support/profile";

const ids = { businessId: "b1", accountId: "a1" };
const profile = profileOf();
const deleted = (restorableUntil: string): BusinessEvent => ({
  type: "BusinessDeletionRequested",
  data: { ...ids, profile, restorableUntil },
});
const restored: BusinessEvent = { type: "BusinessRestored", data: { ...ids, profile } };
const ordered: BusinessEvent = { type: "BusinessErasureOrdered", data: { ...ids, profile, reason: "Asked for" } };
const first = "2026-02-01T00:00:00.000Z";
const second = "2026-05-01T00:00:00.000Z";
const remind = (at: string) => ({ kind: "remind", name: "restore_window_elapsed", at });
const removal = { effect: "remove_business", payload: ids };
const awaiting = (restorableUntil: string | null) => new Map([["b1", { accountId: "a1", restorableUntil }]]);

describe("the restore window", () => {
  const waiting = givenProcess(restoreWindow, [deleted(first)]);

  it("has a timer at its end", () => {
    expect(waiting.intents).toEqual([remind(first)]);
    expect(waiting.states).toEqual(awaiting(first));
  });

  it("ends with the removal of the business, and with that the waiting", () => {
    const due = waiting.whenDue("b1", "restore_window_elapsed", first);
    expect(due.intents).toEqual([{ kind: "perform", ...removal }]);
    expect(due.whenEnded("b1", { ...removal, result: { done: { removed: true } } }).states.size).toBe(0);
  });

  it("asks for a removal that keeps failing anew, when its effect says so", () => {
    const due = waiting.whenDue("b1", "restore_window_elapsed", first);
    const failed = due.whenEnded("b1", { ...removal, result: { done: { removed: false, again: second } } });
    expect(failed.states).toEqual(awaiting(first));
    expect(failed.intents).toEqual([remind(second)]);
    expect(failed.whenDue("b1", "restore_window_elapsed", second).intents).toEqual([{ kind: "perform", ...removal }]);
  });

  it("is forgotten when the business comes back", () => {
    const back = waiting.when(restored);
    expect(back.states.size).toBe(0);
    expect(back.whenDue("b1", "restore_window_elapsed", first).intents).toEqual([]);
  });

  it("begins anew with another deletion, and a removal that was not due does not end it", () => {
    const again = waiting.whenDue("b1", "restore_window_elapsed", first).when(restored).when(deleted(second));
    expect(again.intents).toEqual([remind(second)]);
    const late = again.whenEnded("b1", { ...removal, result: { done: { removed: false } } });
    expect(late.states).toEqual(awaiting(second));
    expect(late.whenDue("b1", "restore_window_elapsed", second).intents).toEqual([{ kind: "perform", ...removal }]);
  });

  it("is not waited for where an erasure is ordered, whether the business was deleted or not", () => {
    const forgotten = { kind: "forget", name: "restore_window_elapsed" };
    for (const before of [[], [deleted(first)]]) {
      const now = givenProcess(restoreWindow, before).when(ordered);
      expect(now.intents).toEqual([forgotten, { kind: "perform", ...removal }]);
      expect(now.states).toEqual(awaiting(null));
      const failed = now.whenEnded("b1", { ...removal, result: { done: { removed: false, again: second } } });
      expect(failed.intents).toEqual([remind(second)]);
      expect(failed.whenDue("b1", "restore_window_elapsed", second).intents).toEqual([{ kind: "perform", ...removal }]);
    }
  });
});
