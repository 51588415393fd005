/** What the cache of states promises. */
import type { Snapshot } from "../../../infra/command-runner/snapshot";
import { remember } from "../../../infra/command-runner/settle-batch";
import { StateCache } from "../../../infra/command-runner/state-cache";

function snapshot(revision: number, commands = 0): Snapshot {
  const seen = new Map(Array.from({ length: commands }, (_, index) => [`c${index}`, index] as const));
  return { state: {}, revision, position: revision, lastId: `e${revision}`, commands: seen };
}

test("the stream that was used longest ago leaves first", () => {
  const cache = new StateCache({ entriesMax: 2, commandsMax: 100 });
  cache.keep("a", snapshot(0));
  cache.keep("b", snapshot(0));
  cache.get("a");
  cache.keep("c", snapshot(0));
  expect(["a", "b", "c"].map((stream) => cache.get(stream) !== undefined)).toEqual([true, false, true]);
});

test("an older snapshot never takes the place of a newer one", () => {
  const cache = new StateCache({ entriesMax: 2, commandsMax: 100 });
  cache.keep("a", snapshot(5));
  cache.keep("a", snapshot(4));
  expect(cache.get("a")?.revision).toBe(5);
});

test("remembered commands are bounded over all streams, and one stream alone may exceed the bound", () => {
  const cache = new StateCache({ entriesMax: 10, commandsMax: 10 });
  cache.keep("a", snapshot(0, 6));
  cache.keep("b", snapshot(0, 6));
  expect(cache.get("a")).toBeUndefined();
  cache.keep("c", snapshot(0, 50));
  expect(cache.get("b")).toBeUndefined();
  expect(cache.get("c")).toBeDefined();
  cache.forget("c");
  cache.keep("d", snapshot(0, 4));
  cache.keep("e", snapshot(0, 6));
  expect(cache.get("d")).toBeDefined();
});

test("what was known of a stream that was erased since does not stay in memory", () => {
  const cache = new StateCache({ entriesMax: 10, commandsMax: 10 });
  const known = snapshot(7);
  cache.keep("a", known);
  remember(cache, "a", known, snapshot(-1));
  expect(cache.get("a")).toBeUndefined();
});

test("a stream that holds no events is never kept, however often it is asked for", () => {
  const cache = new StateCache({ entriesMax: 1, commandsMax: 10 });
  cache.keep("a", snapshot(3));
  for (const unknown of ["x", "y", "z"]) remember(cache, unknown, undefined, snapshot(-1));
  expect([cache.get("x"), cache.get("z"), cache.get("a")?.revision]).toEqual([undefined, undefined, 3]);
});
