/** What the shared memory of the newest events answers, and when it says that it does not know. */
import type { WeighedPage } from "../../../infra/event-log/recent-events";
import { RecentEvents } from "../../../infra/event-log/recent-events";
import { newEvent, newStream } from "../../contract/event-log/requests";

/** A page of one event for each position, ending at the last of them. */
function pageOf(positions: readonly number[], more: { type?: string; characters?: number } = {}): WeighedPage {
  const { type = "PlaceSeen", characters = positions.length } = more;
  const events = positions.map((position) => ({ ...newEvent({ type }), stream: newStream(), revision: 0, position }));
  return { events, position: positions.at(-1) ?? 0, atHead: true, characters };
}

function positionsAfter(recent: RecentEvents, position: number, limit = 100, types?: readonly string[]) {
  const page = recent.after(position, types === undefined ? undefined : new Set(types), limit);
  return (
    page && { positions: page.events.map((event) => event.position), position: page.position, atHead: page.atHead }
  );
}

describe("recent events", () => {
  test("what came before memory begins is not known", () => {
    const recent = new RecentEvents(10);
    recent.add(pageOf([11, 12]));
    expect(positionsAfter(recent, 9)).toBeUndefined();
    expect(positionsAfter(recent, 10)).toEqual({ positions: [11, 12], position: 12, atHead: true });
  });

  test("reading starts inside a page and goes on through the following ones", () => {
    const recent = new RecentEvents(0);
    for (const page of [[1, 2, 3], [4], [6, 7]]) recent.add(pageOf(page));
    expect(positionsAfter(recent, 2)).toEqual({ positions: [3, 4, 6, 7], position: 7, atHead: true });
    expect(positionsAfter(recent, 7)).toEqual({ positions: [], position: 7, atHead: true });
  });

  test("a page that the limit cuts off ends at its last event", () => {
    const recent = new RecentEvents(0);
    recent.add(pageOf([1, 2, 3]));
    expect(positionsAfter(recent, 0, 2)).toEqual({ positions: [1, 2], position: 2, atHead: false });
    expect(positionsAfter(recent, 1, 2)).toEqual({ positions: [2, 3], position: 3, atHead: true });
  });

  test("the position moves over types that are not wanted", () => {
    const recent = new RecentEvents(0);
    recent.add(pageOf([1], { type: "Wanted" }));
    recent.add(pageOf([2, 3]));
    expect(positionsAfter(recent, 0, 10, ["Wanted"])).toEqual({ positions: [1], position: 3, atHead: true });
    expect(positionsAfter(recent, 1, 10, ["Wanted"])).toEqual({ positions: [], position: 3, atHead: true });
  });

  test("the oldest events are dropped when there are too many", () => {
    const recent = new RecentEvents(0);
    for (let page = 0; page < 100; page += 1)
      recent.add(pageOf(Array.from({ length: 100 }, (_, index) => page * 100 + index + 1)));
    expect(positionsAfter(recent, 0)).toBeUndefined();
    expect(positionsAfter(recent, 10_000 - 8_000, 1)).toMatchObject({ positions: [2_001] });
  });

  test("the oldest events are dropped when they weigh too much", () => {
    const recent = new RecentEvents(0);
    for (let position = 1; position <= 20; position += 1) recent.add(pageOf([position], { characters: 1024 * 1024 }));
    expect(positionsAfter(recent, 3)).toBeUndefined();
    expect(positionsAfter(recent, 4, 1)).toMatchObject({ positions: [5] });
  });

  test("after forgetting, only readers at the head are served", () => {
    const recent = new RecentEvents(0);
    recent.add(pageOf([1, 2]));
    recent.forget();
    expect(positionsAfter(recent, 1)).toBeUndefined();
    expect(positionsAfter(recent, 2)).toEqual({ positions: [], position: 2, atHead: true });
    recent.add(pageOf([3]));
    expect(positionsAfter(recent, 2)).toEqual({ positions: [3], position: 3, atHead: true });
  });
});
