/** Many appends at one moment: each has its own outcome. */
import { type LogUnderTest, useLog } from "./log-under-test";
import { mustAppend, newEvent, newStream, request } from "./requests";

export function describeBursts(makeLog: () => Promise<LogUnderTest>): void {
  describe("many appends at once", () => {
    const under = useLog(makeLog);

    test("good, stale and mistaken appends in one burst each get the outcome they deserve", async () => {
      const { log } = under.current;
      const existing = newStream();
      await mustAppend(log, { stream: existing, events: [newEvent(), newEvent()] });
      const rounds = Array.from({ length: 30 }, () => [
        log.append(request({ expected: "none" })),
        log.append(request({ stream: existing, expected: 0 })),
        log.append(request({ expected: "exists" })),
      ]);
      for (const round of rounds) {
        const [good, stale, mistaken] = await Promise.all(round);
        expect(good).toMatchObject({ kind: "appended", revision: 0, repeated: false });
        expect(stale).toEqual({ kind: "wrong_revision", actual: 1 });
        expect(mistaken).toEqual({ kind: "wrong_revision", actual: -1 });
      }
    });

    test("repetitions in the middle of a burst are recognized, by command id and by event ids", async () => {
      const { log } = under.current;
      const first = request({ expected: "none", events: [newEvent(), newEvent()] });
      const answer = await mustAppend(log, first);
      const burst = await Promise.all([
        log.append(request({ stream: first.stream })),
        log.append({ ...first, events: [newEvent()] }),
        log.append(request()),
        log.append({ ...first, commandId: newStream() }),
        log.append(request({ stream: first.stream })),
      ]);
      expect([burst[1], burst[3]]).toEqual([answer, answer].map((each) => ({ ...each, repeated: true })));
      expect(burst.filter((outcome) => outcome.kind === "appended" && !outcome.repeated)).toHaveLength(3);
      expect(await log.readStream(first.stream)).toHaveLength(4);
    });

    test("appends without expectation to one stream all go in, each at a revision of its own", async () => {
      const { log, anotherProcessLog = log } = under.current;
      const stream = newStream();
      const outcomes = await Promise.all(
        Array.from({ length: 100 }, (_, index) => mustAppend(index % 2 === 0 ? log : anotherProcessLog, { stream })),
      );
      const revisions = outcomes.map(({ revision }) => revision).sort((left, right) => left - right);
      expect(revisions).toEqual(Array.from({ length: 100 }, (_, index) => index));
    });

    test("of many that expect the stream to be new exactly one wins, and the others learn what it left", async () => {
      const { log, anotherProcessLog = log } = under.current;
      const stream = newStream();
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          (index % 2 === 0 ? log : anotherProcessLog).append(request({ stream, expected: "none" })),
        ),
      );
      expect(outcomes.filter(({ kind }) => kind === "appended")).toHaveLength(1);
      expect(outcomes.filter(({ kind }) => kind !== "appended")).toEqual(
        Array.from({ length: 39 }, () => ({ kind: "wrong_revision", actual: 0 })),
      );
    });

    test("of many that expect the same revision exactly one wins, round after round", async () => {
      const { log } = under.current;
      const stream = newStream();
      await mustAppend(log, { stream });
      for (let expected = 0; expected < 5; expected += 1) {
        const outcomes = await Promise.all(Array.from({ length: 10 }, () => log.append(request({ stream, expected }))));
        expect(outcomes.filter(({ kind }) => kind === "appended")).toHaveLength(1);
      }
      expect(await log.readStream(stream)).toHaveLength(6);
    });
  });
}
