/** Subscriptions: everything from a position on, without end. */
import { eventually } from "../../support/eventually";
import { type LogUnderTest, useLog } from "./log-under-test";
import { collect, idsOf } from "./collecting";
import { mustAppend, newEvent, newType } from "./requests";
import { writeConcurrently } from "./writing-concurrently";

export function describeSubscribing(makeLog: () => Promise<LogUnderTest>): void {
  describe("subscribing", () => {
    const under = useLog(makeLog);

    test("under eight writers in two processes every subscription gets every event once and in order", async () => {
      const { log, anotherProcessLog = log } = under.current;
      const after = await log.head();
      const everyOther = newType();
      const early = collect(log, { after });
      const elsewhere = collect(anotherProcessLog, { after, limit: 3 });
      const filtered = collect(log, { after, types: [everyOther] });
      const writing = writeConcurrently([log, anotherProcessLog], {
        writers: 8,
        appendsEach: 250,
        types: ["PlaceSeen", everyOther],
      });
      await eventually(() => expect(early.events.length).toBeGreaterThan(200), { timeoutMs: 20_000 });
      const late = collect(log, { after });
      const written = await writing;
      const all = [early, elsewhere, late];
      await eventually(
        () => {
          for (const { events } of all) expect(events.length).toBeGreaterThanOrEqual(written.length);
          expect(filtered.position).toBeGreaterThanOrEqual(early.position);
        },
        { timeoutMs: 20_000 },
      );
      const inOrder = [...written].sort((left, right) => left.position - right.position);
      for (const { events } of all) expect(idsOf(events)).toEqual(idsOf(inOrder));
      expect(idsOf(filtered.events)).toEqual(idsOf(inOrder.filter(({ type }) => type === everyOther)));
      for (const each of [...all, filtered]) each.stop();
      await Promise.all([...all, filtered].map(({ ended }) => ended));
    });

    test("an event reaches a subscription that had caught up, whichever process appended it", async () => {
      const { log, anotherProcessLog = log } = under.current;
      const type = newType();
      const collecting = collect(log, { after: await log.head(), types: [type] });
      const events = [newEvent({ type }), newEvent({ type })];
      await mustAppend(log, { events: events.slice(0, 1) });
      await eventually(() => expect(collecting.events).toHaveLength(1));
      await mustAppend(anotherProcessLog, { events: events.slice(1) });
      await eventually(() => expect(idsOf(collecting.events)).toEqual(idsOf(events)));
      collecting.stop();
      await collecting.ended;
    });

    test("the position of a live subscription moves over events that it does not want", async () => {
      const { log } = under.current;
      const collecting = collect(log, { after: await log.head(), types: [newType()] });
      for (let round = 0; round < 3; round += 1) {
        const { position } = await mustAppend(log, { events: [newEvent(), newEvent()] });
        await eventually(() => expect(collecting.position).toBeGreaterThanOrEqual(position));
      }
      expect(collecting.events).toEqual([]);
      collecting.stop();
      await collecting.ended;
    });

    test("a subscription far behind catches up in pages no larger than its limit", async () => {
      const { log } = under.current;
      const after = await log.head();
      const events = Array.from({ length: 60 }, () => newEvent());
      await mustAppend(log, { events });
      const collecting = collect(log, { after, limit: 7 });
      await eventually(() => expect(idsOf(collecting.events)).toEqual(idsOf(events)));
      collecting.stop();
      await collecting.ended;
    });

    test("a subscription ends promptly when it is called off, caught up or not", async () => {
      const { log } = under.current;
      await mustAppend(log, { events: Array.from({ length: 50 }, () => newEvent()) });
      const head = await log.head();
      for (const after of [head, 0]) {
        const collecting = collect(log, { after });
        const started = performance.now();
        collecting.stop();
        await collecting.ended;
        expect(performance.now() - started).toBeLessThan(1_000);
      }
    });

    test("a reader may leave its subscription, and another starts where it left", async () => {
      const { log } = under.current;
      const after = await log.head();
      const events = [newEvent(), newEvent()];
      for (const event of events) await mustAppend(log, { events: [event] });
      const { signal } = new AbortController();
      for await (const page of log.subscribe({ after, limit: 1, signal })) {
        expect(idsOf(page.events)).toEqual(idsOf(events.slice(0, 1)));
        const rest = collect(log, { after: page.position });
        await eventually(() => expect(idsOf(rest.events)).toEqual(idsOf(events.slice(1))));
        rest.stop();
        await rest.ended;
        break;
      }
    });
  });

  test("closing the log ends its subscriptions", async () => {
    const under = await makeLog();
    const caughtUp = collect(under.log, { after: await under.log.head() });
    const { position } = await mustAppend(under.log);
    await eventually(() => expect(caughtUp.position).toBeGreaterThanOrEqual(position));
    const behind = collect(under.log, { after: 0, limit: 1 });
    await under.log.close();
    await Promise.all([caughtUp.ended, behind.ended]);
    await under.close();
  });
}
