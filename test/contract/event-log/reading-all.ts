/** Reading the whole log in its one order. */
import { type LogUnderTest, useLog } from "./log-under-test";
import { idsOf, readToTheEnd } from "./collecting";
import { mustAppend, newEvent, newStream, newType } from "./requests";

export function describeReadingAll(makeLog: () => Promise<LogUnderTest>): void {
  describe("reading everything", () => {
    const under = useLog(makeLog);

    test("pages of any size hold every event once, in the order of the appends", async () => {
      const { log } = under.current;
      const after = await log.head();
      const events = Array.from({ length: 25 }, () => newEvent());
      for (const event of events) await mustAppend(log, { events: [event] });
      for (const limit of [1, 7, 25, 1_000]) {
        const read = await readToTheEnd(log, { after, limit });
        expect(idsOf(read.events)).toEqual(idsOf(events));
        expect(read.position).toBeGreaterThanOrEqual(await log.head());
      }
    });

    test("only the wanted types are read, and the position moves over all others", async () => {
      const { log } = under.current;
      const after = await log.head();
      const [rare, rarer] = [newType(), newType()];
      const wanted = [newEvent({ type: rare }), newEvent({ type: rarer }), newEvent({ type: rare })];
      for (const event of wanted) {
        await mustAppend(log, { events: Array.from({ length: 20 }, () => newEvent()) });
        await mustAppend(log, { events: [event] });
      }
      const last = await mustAppend(log, { events: [newEvent(), newEvent()] });
      const read = await readToTheEnd(log, { after, types: [rare, rarer], limit: 2 });
      expect(idsOf(read.events)).toEqual(idsOf(wanted));
      expect(read.position).toBeGreaterThanOrEqual(last.position);
      expect((await readToTheEnd(log, { after, types: [newType()], limit: 2 })).position).toBeGreaterThanOrEqual(
        last.position,
      );
    });

    test("reading goes on after a position, without the event that has it", async () => {
      const { log } = under.current;
      const stream = newStream();
      const type = newType();
      const first = await mustAppend(log, { stream, events: [newEvent({ type })] });
      const second = newEvent({ type });
      await mustAppend(log, { stream, events: [second] });
      const read = await readToTheEnd(log, { after: first.position, types: [type], limit: 10 });
      expect(idsOf(read.events)).toEqual([second.id]);
    });

    test("reading until a position includes the event that has it and nothing later", async () => {
      const { log } = under.current;
      const after = await log.head();
      const events = [newEvent(), newEvent(), newEvent()];
      const positions = [];
      for (const event of events) positions.push((await mustAppend(log, { events: [event] })).position);
      const until = positions[1] ?? 0;
      for (const limit of [1, 2, 10]) {
        const read = await readToTheEnd(log, { after, until, limit });
        expect(idsOf(read.events)).toEqual(idsOf(events.slice(0, 2)));
        expect(read.position).toBe(until);
      }
    });

    test("a page after the head is empty, at the head, and does not move back", async () => {
      const { log } = under.current;
      const { position } = await mustAppend(log);
      const after = Math.max(position, await log.head());
      expect(await log.readAll({ after, limit: 10 })).toMatchObject({ events: [], position: after, atHead: true });
    });

    test("a page that the limit cut off is not at the head", async () => {
      const { log } = under.current;
      const after = await log.head();
      await mustAppend(log, { events: [newEvent(), newEvent(), newEvent()] });
      expect((await log.readAll({ after, limit: 2 })).atHead).toBe(false);
    });
  });
}
