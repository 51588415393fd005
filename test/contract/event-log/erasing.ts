/** Streams erased for ever. */
import { eventually } from "../../support/eventually";
import { type LogUnderTest, useLog } from "./log-under-test";
import { collect, idsOf, readToTheEnd } from "./collecting";
import { mustAppend, newEvent, newStream, newType, request } from "./requests";

export function describeErasing(makeLog: () => Promise<LogUnderTest>): void {
  describe("erasing", () => {
    const under = useLog(makeLog);

    test("an erased stream reads empty in every way and takes no append again", async () => {
      const { log, anotherProcessLog = log } = under.current;
      const after = await log.head();
      const type = newType();
      const first = request({ events: [newEvent({ type }), newEvent({ type })] });
      await mustAppend(log, first);
      await log.erase([first.stream]);
      expect(await log.readStream(first.stream)).toEqual([]);
      expect(await log.readStream(first.stream, { direction: "backwards", limit: 1 })).toEqual([]);
      expect((await readToTheEnd(log, { after, types: [type], limit: 10 })).events).toEqual([]);
      for (const expected of ["any", "none", "exists", 1] as const) {
        expect(await log.append(request({ stream: first.stream, expected }))).toEqual({ kind: "erased" });
        expect(await anotherProcessLog.append(request({ stream: first.stream, expected }))).toEqual({ kind: "erased" });
      }
      expect(await log.append(first)).toEqual({ kind: "erased" });
    });

    test("erasing many streams leaves all others as they were", async () => {
      const { log } = under.current;
      const [kept, ...erased] = Array.from({ length: 6 }, () => newStream());
      if (kept === undefined) throw new Error("There is no stream to keep.");
      for (const stream of [kept, ...erased]) await mustAppend(log, { stream });
      const before = await log.readStream(kept);
      await log.erase(erased);
      expect(await log.readStream(kept)).toEqual(before);
      for (const stream of erased) expect(await log.readStream(stream)).toEqual([]);
      expect(await mustAppend(log, { stream: kept, expected: 0 })).toMatchObject({ revision: 1 });
    });

    test("in one burst only the appends to erased streams are turned away", async () => {
      const { log } = under.current;
      const [erased, living] = [newStream(), newStream()];
      await log.erase([erased]);
      const outcomes = await Promise.all(
        [living, erased, living, erased].map((stream) => log.append(request({ stream }))),
      );
      expect(outcomes.map(({ kind }) => kind)).toEqual(["appended", "erased", "appended", "erased"]);
      expect(await log.readStream(erased)).toEqual([]);
    });

    test("erasing again, and erasing nothing, changes nothing", async () => {
      const { log } = under.current;
      const stream = newStream();
      await mustAppend(log, { stream });
      await log.erase([stream]);
      await log.erase([stream, stream]);
      await log.erase([]);
      expect(await log.append(request({ stream }))).toEqual({ kind: "erased" });
    });

    test("a stream that was never written can be erased before its first event", async () => {
      const { log } = under.current;
      const stream = newStream();
      await log.erase([stream]);
      expect(await log.append(request({ stream, expected: "none" }))).toEqual({ kind: "erased" });
    });

    test("positions are not given again after the log's last event was erased", async () => {
      const { log } = under.current;
      const stream = newStream();
      const { position } = await mustAppend(log, { stream });
      await log.erase([stream]);
      expect((await mustAppend(log)).position).toBeGreaterThan(position);
    });

    test("subscriptions go on over an erasure, and one that starts later never sees what was erased", async () => {
      const { log } = under.current;
      const type = newType();
      const after = await log.head();
      const live = collect(log, { after, types: [type] });
      const stream = newStream();
      const [first, gone, last] = [newEvent({ type }), newEvent({ type }), newEvent({ type })];
      await mustAppend(log, { events: [first] });
      await mustAppend(log, { stream, events: [gone] });
      await eventually(() => expect(live.events).toHaveLength(2));
      await log.erase([stream]);
      await mustAppend(log, { events: [last] });
      await eventually(() => expect(idsOf(live.events)).toEqual(idsOf([first, gone, last])));
      const later = collect(log, { after, types: [type] });
      await eventually(() => expect(idsOf(later.events)).toEqual(idsOf([first, last])));
      for (const each of [live, later]) each.stop();
      await Promise.all([live.ended, later.ended]);
    });
  });
}
