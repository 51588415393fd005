/** Appends and what they expect of their stream. */
import { type LogUnderTest, useLog } from "./log-under-test";
import { idsOf } from "./collecting";
import { mustAppend, newEvent, newStream, request } from "./requests";

export function describeAppending(makeLog: () => Promise<LogUnderTest>): void {
  describe("appending", () => {
    const under = useLog(makeLog);

    test("the first event of a stream has revision 0 and a position beyond the head of before", async () => {
      const { log } = under.current;
      const before = await log.head();
      const outcome = await mustAppend(log, { expected: "none" });
      expect(outcome).toEqual({ kind: "appended", revision: 0, position: outcome.position, repeated: false });
      expect(outcome.position).toBeGreaterThan(before);
      expect(await log.head()).toBeGreaterThanOrEqual(outcome.position);
    });

    test("the outcome of several events names the last one's revision and position", async () => {
      const { log } = under.current;
      const stream = newStream();
      const events = [newEvent(), newEvent(), newEvent()];
      const outcome = await mustAppend(log, { stream, events });
      const stored = await log.readStream(stream);
      expect(idsOf(stored)).toEqual(idsOf(events));
      expect(stored.map(({ revision }) => revision)).toEqual([0, 1, 2]);
      expect(stored.at(-1)).toMatchObject({ revision: outcome.revision, position: outcome.position });
    });

    test("an append that expects the stream's last revision goes in", async () => {
      const { log } = under.current;
      const stream = newStream();
      await mustAppend(log, { stream, events: [newEvent(), newEvent()] });
      expect(await mustAppend(log, { stream, expected: 1 })).toMatchObject({ revision: 2 });
    });

    test("an append that expects an earlier or later revision learns the actual one and changes nothing", async () => {
      const { log } = under.current;
      const stream = newStream();
      await mustAppend(log, { stream, events: [newEvent(), newEvent()] });
      expect(await log.append(request({ stream, expected: 0 }))).toEqual({ kind: "wrong_revision", actual: 1 });
      expect(await log.append(request({ stream, expected: 2 }))).toEqual({ kind: "wrong_revision", actual: 1 });
      expect(await log.readStream(stream)).toHaveLength(2);
    });

    test("an append that expects a revision of a stream that holds nothing learns -1", async () => {
      const outcome = await under.current.log.append(request({ expected: 0 }));
      expect(outcome).toEqual({ kind: "wrong_revision", actual: -1 });
    });

    test("an append that expects no stream is refused by one event", async () => {
      const { log } = under.current;
      const stream = newStream();
      await mustAppend(log, { stream });
      expect(await log.append(request({ stream, expected: "none" }))).toEqual({ kind: "wrong_revision", actual: 0 });
    });

    test("an append that expects a stream is refused without one and goes in with one", async () => {
      const { log } = under.current;
      const stream = newStream();
      expect(await log.append(request({ stream, expected: "exists" }))).toEqual({ kind: "wrong_revision", actual: -1 });
      await mustAppend(log, { stream });
      expect(await mustAppend(log, { stream, expected: "exists" })).toMatchObject({ revision: 1 });
    });

    test("an append that expects nothing goes in either way", async () => {
      const { log } = under.current;
      const stream = newStream();
      expect(await mustAppend(log, { stream, expected: "any" })).toMatchObject({ revision: 0 });
      expect(await mustAppend(log, { stream, expected: "any" })).toMatchObject({ revision: 1 });
    });

    test("an append of no events is refused as a mistake of the caller", async () => {
      await expect(under.current.log.append(request({ events: [] }))).rejects.toThrow(RangeError);
    });

    test("what is changed in a request after it was handed over does not reach the log", async () => {
      const { log } = under.current;
      const stream = newStream();
      const data = { rating: 4 };
      const appending = mustAppend(log, { stream, events: [newEvent({ data })] });
      data.rating = 1;
      await appending;
      expect(await log.readStream(stream)).toMatchObject([{ data: { rating: 4 } }]);
    });
  });
}
