/** Reading one stream. */
import { type LogUnderTest, useLog } from "./log-under-test";
import { mustAppend, newEvent, newStream } from "./requests";

export function describeReadingStreams(makeLog: () => Promise<LogUnderTest>): void {
  describe("reading a stream", () => {
    const under = useLog(makeLog);
    const stream = newStream();

    beforeAll(async () => {
      await mustAppend(under.current.log, { stream, events: [newEvent(), newEvent(), newEvent()] });
      await mustAppend(under.current.log, { stream, events: [newEvent(), newEvent()] });
    });

    test.each([
      ["forwards from the first event", {}, [0, 1, 2, 3, 4]],
      ["forwards from a revision", { from: 3 }, [3, 4]],
      ["forwards, no more than the limit", { limit: 2 }, [0, 1]],
      ["forwards from a revision, no more than the limit", { from: 1, limit: 2 }, [1, 2]],
      ["forwards from beyond the end", { from: 5 }, []],
      ["backwards from the last event", { direction: "backwards" }, [4, 3, 2, 1, 0]],
      ["backwards from a revision", { direction: "backwards", from: 2 }, [2, 1, 0]],
      ["backwards, no more than the limit", { direction: "backwards", limit: 1 }, [4]],
      ["backwards from beyond the end", { direction: "backwards", from: 9, limit: 2 }, [4, 3]],
    ] as const)("a stream reads %s", async (_, options, revisions) => {
      const events = await under.current.log.readStream(stream, options);
      expect(events.map(({ revision }) => revision)).toEqual(revisions);
    });

    test("whoever says which event it has still meets that event, and gets all others whole", async () => {
      const { log } = under.current;
      const [first, second] = await log.readStream(stream, { limit: 2 });
      const read = await log.readStream(stream, { from: 0, limit: 2, known: first?.id });
      expect(read.map(({ id, revision }) => [id, revision])).toEqual([
        [first?.id, 0],
        [second?.id, 1],
      ]);
      expect(read[1]).toEqual(second);
    });

    test("streams that are read at the same moment each give their own events", async () => {
      const { log } = under.current;
      const other = newStream();
      await mustAppend(log, { stream: other, events: [newEvent()] });
      const pages = [
        log.readStream(stream, { from: 3, limit: 1_000 }),
        log.readStream(newStream(), { from: 0, limit: 1_000 }),
        log.readStream(other, { from: 0, limit: 1_000 }),
        log.readStream(stream, { from: 0, limit: 2 }),
      ];
      const read = (await Promise.all(pages)).map((page) => page.map((event) => [event.stream, event.revision]));
      const own = [3, 4].map((revision) => [stream, revision]);
      expect(read).toEqual([own, [], [[other, 0]], [0, 1].map((revision) => [stream, revision])]);
    });

    test("a stream that holds nothing reads empty in both directions", async () => {
      const { log } = under.current;
      expect(await log.readStream(newStream())).toEqual([]);
      expect(await log.readStream(newStream(), { direction: "backwards", limit: 1 })).toEqual([]);
    });

    test("positions grow along a stream", async () => {
      const positions = (await under.current.log.readStream(stream)).map(({ position }) => position);
      expect(positions).toEqual([...new Set(positions)].sort((left, right) => left - right));
    });

    test("an event appended by another process is read at once", async () => {
      const { log, anotherProcessLog = log } = under.current;
      const shared = newStream();
      await mustAppend(anotherProcessLog, { stream: shared });
      expect(await log.readStream(shared)).toHaveLength(1);
    });
  });
}
