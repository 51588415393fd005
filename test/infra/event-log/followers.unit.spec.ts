/** Who waits for more of the log is woken by what it wants at once, and by everything else before long. */
import { Followers } from "../../../infra/event-log/followers";
import { newEvent, newStream } from "../../contract/event-log/requests";

const eventOf = (type: string) => ({ ...newEvent({ type }), stream: newStream(), revision: 0, position: 1 });

describe("followers of a log", () => {
  let followers: Followers;
  let woken: string[];
  const wait = (name: string, wanted?: readonly string[], signal = new AbortController().signal) =>
    void followers.next(wanted === undefined ? undefined : new Set(wanted), signal).then(() => void woken.push(name));
  /** What was woken has said so. */
  const settled = () => jest.advanceTimersByTimeAsync(0);

  beforeEach(async () => {
    jest.useFakeTimers();
    [followers, woken] = [new Followers(), []];
    // Everybody has just been woken: from here on it matters who wants what.
    followers.tellAll();
  });
  afterEach(() => jest.useRealTimers());

  test("those who want what comes one after another are woken by each, the others all at once in the end", async () => {
    wait("rosters", ["CompetitorAdded"]);
    wait("everything");
    wait("places", ["PlaceSeen"]);
    followers.tell([eventOf("CompetitorAdded")]);
    await settled();
    expect(woken).toEqual(["rosters", "everything"]);
    wait("rosters", ["CompetitorAdded"]);
    followers.tell([eventOf("DailyUsesCounted")]);
    await settled();
    expect(woken).toEqual(["rosters", "everything"]);
    await jest.advanceTimersByTimeAsync(50);
    expect(woken).toEqual(["rosters", "everything", "places", "rosters"]);
  });

  test("after a silence everybody is woken at once, also where only the position moved", async () => {
    await jest.advanceTimersByTimeAsync(1_000);
    wait("places", ["PlaceSeen"]);
    followers.tell([]);
    await settled();
    expect(woken).toEqual(["places"]);
  });

  test("whoever is called off waits no longer, and is not woken twice", async () => {
    const over = new AbortController();
    wait("places", ["PlaceSeen"], over.signal);
    followers.tell([eventOf("CompetitorAdded")]);
    over.abort();
    await settled();
    expect(woken).toEqual(["places"]);
    await jest.advanceTimersByTimeAsync(50);
    expect(woken).toEqual(["places"]);
  });
});
