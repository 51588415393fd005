/** Several streams read as one, from their beginning or from a position on. */
import type { Recorded } from "../../../domain/fold/event";
import { marksAfter } from "../../../infra/event-log/marks-after";
import { mergedStreams, type StreamMarks } from "../../../infra/event-log/merged-streams";
import { type LogUnderTest, useLog } from "./log-under-test";
import { mustAppend, newEvent, newStream } from "./requests";

export function describeMergingStreams(makeLog: () => Promise<LogUnderTest>): void {
  describe("reading several streams as one", () => {
    const under = useLog(makeLog);
    /** The last of them holds nothing. */
    const streams = [newStream(), newStream(), newStream(), newStream()];
    let appended: readonly Recorded[];

    beforeAll(async () => {
      const { log } = under.current;
      for (const at of [0, 1, 0, 2, 2, 0, 1, 0, 0, 2, 1])
        await mustAppend(log, { stream: streams[at] ?? "", events: [newEvent(), newEvent()] });
      const read = await Promise.all(streams.map((stream) => log.readStream(stream)));
      appended = read.flat().sort((a, b) => a.position - b.position);
    });

    async function merged(marks: StreamMarks = {}): Promise<readonly Recorded[]> {
      const found: Recorded[] = [];
      for await (const event of mergedStreams(under.current.log, streams, marks)) found.push(event);
      return found;
    }

    test("every event comes once, in the order of the log", async () => {
      expect(appended).toHaveLength(22);
      expect(await merged()).toEqual(appended);
    });

    test("reading on after any position gives what lies beyond it, and nothing else", async () => {
      for (const position of [0, ...appended.map((event) => event.position)]) {
        const marks = await marksAfter(under.current.log, streams, position);
        expect(await merged(marks)).toEqual(appended.filter((event) => event.position > position));
      }
    });

    test("finding the place in a long stream takes few reads", async () => {
      const { log } = under.current;
      const stream = newStream();
      const events = Array.from({ length: 600 }, () => newEvent());
      await mustAppend(log, { stream, events });
      const position = (await log.readStream(stream, { from: 412, limit: 1 }))[0]?.position ?? 0;
      let reads = 0;
      const counted: typeof log.readStream = (...asked) => {
        reads += 1;
        return log.readStream(...asked);
      };
      expect(await marksAfter({ readStream: counted }, [stream], position)).toEqual({ [stream]: 413 });
      expect(reads).toBeLessThan(15);
    });
  });
}
