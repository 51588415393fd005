/** An append that is asked for again appends nothing and gives the first answer. */
import { type LogUnderTest, useLog } from "./log-under-test";
import { idsOf } from "./collecting";
import { mustAppend, newEvent, newStream, request } from "./requests";

export function describeRepeating(makeLog: () => Promise<LogUnderTest>): void {
  describe("repeating", () => {
    const under = useLog(makeLog);

    test("the same command id gives the first answer, whatever else the repetition holds", async () => {
      const { log } = under.current;
      const first = request({ expected: "none", events: [newEvent(), newEvent()] });
      const answer = await mustAppend(log, first);
      await mustAppend(log, { stream: first.stream });
      for (const expected of ["none", "any", "exists", 0, 7] as const) {
        const again = await log.append({ ...first, expected, events: [newEvent()] });
        expect(again).toEqual({ ...answer, repeated: true });
      }
      expect(await log.readStream(first.stream)).toHaveLength(3);
    });

    test("the same event ids give the first answer, also under another command id", async () => {
      const { log } = under.current;
      const first = request({ expected: "none", events: [newEvent(), newEvent()] });
      const answer = await mustAppend(log, first);
      await mustAppend(log, { stream: first.stream });
      for (const expected of ["none", "any", 1] as const) {
        const again = await log.append(request({ stream: first.stream, events: first.events, expected }));
        expect(again).toEqual({ ...answer, repeated: true });
      }
      expect(await log.readStream(first.stream)).toHaveLength(3);
    });

    test("one command asked for many times at once is carried out once", async () => {
      const { log, anotherProcessLog = log } = under.current;
      const wanted = request({ expected: "none" });
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, index) => mustAppend(index % 2 === 0 ? log : anotherProcessLog, wanted)),
      );
      // A server that answers a repetition like the first time leaves another process at the same moment none the wiser.
      for (const ofOneProcess of [0, 1].map((own) => outcomes.filter((_, index) => index % 2 === own))) {
        expect(ofOneProcess.filter(({ repeated }) => !repeated).length).toBeLessThanOrEqual(1);
      }
      expect(outcomes.some(({ repeated }) => !repeated)).toBe(true);
      expect(new Set(outcomes.map(({ position }) => position)).size).toBe(1);
      expect(idsOf(await log.readStream(wanted.stream))).toEqual(idsOf(wanted.events));
    });

    test("one command may append to several streams", async () => {
      const { log } = under.current;
      const { commandId } = request();
      const streams = [newStream(), newStream()];
      for (const stream of streams) {
        expect(await mustAppend(log, { stream, commandId })).toMatchObject({ revision: 0, repeated: false });
      }
    });

    test("a refused append is no first answer: asked for again, it is decided anew", async () => {
      const { log } = under.current;
      const wanted = request({ expected: "exists" });
      expect(await log.append(wanted)).toEqual({ kind: "wrong_revision", actual: -1 });
      await mustAppend(log, { stream: wanted.stream });
      expect(await log.append(wanted)).toMatchObject({ kind: "appended", revision: 1, repeated: false });
    });
  });
}
