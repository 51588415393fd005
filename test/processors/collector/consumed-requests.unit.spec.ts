/** Requests from a topic are served or passed over; one that the provider fails for waits aside, and holds up nobody. */
import { createOpenRecords, type OpenRecords } from "../../../infra/kafka/open-records";
import { silentLogger } from "../../../infra/logging/logger";
import { createConsumedRequests } from "../../../processors/collector/consumed-requests";
import type { Taken } from "../../../processors/collector/request-source";
import { TestClock } from "../../support/test-clock";

const HOUR_MS = 3_600_000;
/** What is under way gets as far as it can. */
const breath = () => new Promise((settle) => setImmediate(settle));

describe("requests from a topic", () => {
  let clock: TestClock;
  let records: OpenRecords;
  let stop: AbortController;
  let source: ReturnType<typeof createConsumedRequests>;
  let offset: number;
  beforeEach(() => {
    clock = new TestClock();
    records = createOpenRecords(() => undefined);
    stop = new AbortController();
    source = createConsumedRequests({ clock, logger: silentLogger });
    offset = 0;
  });
  const deliver = (id: string, expiresInMs = 24 * HOUR_MS, sections = ["reviews", "listing"]) => {
    const requestedAt = clock.now().toISOString();
    const expiresAt = new Date(clock.now().getTime() + expiresInMs).toISOString();
    const value = Buffer.from(JSON.stringify({ id, placeId: `place of ${id}`, sections, requestedAt, expiresAt }));
    const record = { topic: "t", partition: 0, offset: String((offset += 1)), timestamp: "0" };
    source.deliver([records.deliver({ ...record, key: null, headers: {}, value })]);
  };
  const terms = () => ({ limit: 3, last: null, stop: stop.signal, abandon: stop.signal });
  const take = async (): Promise<Taken> => {
    const taken = await source.take(terms());
    if (taken === undefined) throw new Error("Nothing was taken.");
    return taken;
  };
  const idsOf = ({ requests }: Taken) => requests.map(({ id }) => id);
  const endAll = ({ requests, ended }: Taken, isSettled: boolean) => {
    for (const request of requests) ended(request, isSettled);
  };

  test("are given out in their order, a few at a time, and settled once they have ended", async () => {
    for (const id of ["a", "b", "c", "d"]) deliver(id);
    const first = await take();
    expect(first.requests[0]).toEqual({ id: "a", placeId: "place of a", sections: ["listing", "reviews"] });
    expect([idsOf(first), records.count("begun"), records.committable()]).toEqual([["a", "b", "c"], 3, "1"]);
    endAll(first, true);
    expect(records.committable()).toBe("4");
    expect(idsOf(await take())).toEqual(["d"]);
  });

  test("are waited for until there are some, or until nobody wants any", async () => {
    const taking = take();
    deliver("late");
    expect(idsOf(await taking)).toEqual(["late"]);
    const none = source.take(terms());
    stop.abort();
    expect(await none).toBeUndefined();
  });

  test("that fail are given out again ever more seldom until they expire, and others go on meanwhile", async () => {
    deliver("failing", HOUR_MS);
    const tries: number[] = [];
    const begun = clock.now().getTime();
    void (async () => {
      for (let taken = await take(); ; taken = await take())
        for (const request of taken.requests) {
          if (request.id === "failing") tries.push((clock.now().getTime() - begun) / 1_000);
          taken.ended(request, request.id !== "failing");
        }
    })().catch(() => undefined);
    await breath();
    await clock.advance(1_000);
    deliver("other");
    await breath();
    expect([records.count("parked"), records.count("waiting", "begun"), records.committable()]).toEqual([1, 0, "1"]);
    await clock.advance(HOUR_MS - 1_001);
    expect(tries.slice(0, 8)).toEqual([0, 5, 15, 35, 75, 155, 315, 615]);
    expect(records.committable()).toBe("1");
    await clock.advance(1);
    await breath();
    expect([Math.max(...tries) < 3_600, records.committable()]).toEqual([true, "3"]);
    stop.abort();
  });

  test("that never expire are tried for two days at most", async () => {
    deliver("eternal", 20 * 365 * 24 * HOUR_MS);
    endAll(await take(), false);
    const again = take();
    await clock.advance(5_000);
    const taken = await again;
    await clock.advance(48 * HOUR_MS);
    endAll(taken, false);
    const none = source.take(terms());
    await clock.advance(1);
    await breath();
    expect(records.committable()).toBe("2");
    stop.abort();
    expect(await none).toBeUndefined();
  });

  test("of one id are looked up once, whether they come together or one after the other", async () => {
    deliver("same");
    deliver("same");
    const first = await take();
    expect(idsOf(first)).toEqual(["same"]);
    endAll(first, true);
    deliver("same");
    deliver("next");
    const second = await take();
    expect([idsOf(second), records.committable()]).toEqual([["next"], "4"]);
  });

  test("that have become another's are not given out", async () => {
    deliver("gone");
    records.close();
    const before = records;
    records = createOpenRecords(() => undefined);
    deliver("ours");
    expect([idsOf(await take()), before.committable()]).toEqual([["ours"], "1"]);
  });
});
