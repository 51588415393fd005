/** The log when its server goes away and comes back. */
import { LogUnavailable } from "../../../infra/event-log/event-log";
import { eventually } from "../../support/eventually";
import { type LogUnderTest, type ServerControl, useLog } from "./log-under-test";
import { collect, idsOf } from "./collecting";
import { appendUntilTaken, mustAppend, newEvent, newStream, newType, request } from "./requests";

const RECOVERY = { timeoutMs: 20_000 };

function serverOf({ server }: LogUnderTest): ServerControl {
  if (server === undefined) throw new Error("The log under test has no server that can be stopped.");
  return server;
}

export function describeLosingTheServer(makeLog: () => Promise<LogUnderTest>): void {
  describe("losing the server", () => {
    const under = useLog(makeLog);

    test("an append whose answer was lost is in the log once, and its caller learns where", async () => {
      const { log } = under.current;
      for (let round = 0; round < 3; round += 1) {
        const wanted = request({ expected: "none" });
        await serverOf(under.current).loseNextAnswer();
        const outcome = await appendUntilTaken(log, wanted);
        expect(outcome).toMatchObject({ kind: "appended", revision: 0 });
        expect(await log.readStream(wanted.stream)).toMatchObject([{ id: wanted.events[0]?.id }]);
      }
    });

    test("appends on their way while the server goes and comes back are in the log once each", async () => {
      const { log } = under.current;
      const stream = newStream();
      const taken: string[] = [];
      let writing = true;

      async function write(): Promise<void> {
        while (writing) {
          const wanted = request({ stream });
          const outcome = await appendUntilTaken(log, wanted);
          expect(outcome.kind).toBe("appended");
          taken.push(...idsOf(wanted.events));
        }
      }

      const writers = Array.from({ length: 8 }, write);
      for (let round = 0; round < 3; round += 1) {
        const before = taken.length;
        await eventually(() => expect(taken.length).toBeGreaterThan(before + 40), RECOVERY);
        await serverOf(under.current).stopServer();
        await serverOf(under.current).restartServer();
      }
      const before = taken.length;
      await eventually(() => expect(taken.length).toBeGreaterThan(before), RECOVERY);
      writing = false;
      await Promise.all(writers);
      expect(idsOf(await log.readStream(stream)).sort()).toEqual(taken.sort());
    });

    test("subscriptions go on by themselves after the server came back, and miss and double nothing", async () => {
      const { log } = under.current;
      const type = newType();
      const after = await log.head();
      const everything = collect(log, { after, limit: 5 });
      const filtered = collect(log, { after, types: [type] });
      const events = [];
      for (let round = 0; round < 2; round += 1) {
        for (let index = 0; index < 10; index += 1) {
          const event = newEvent({ type });
          events.push(event);
          await mustAppend(log, { events: [event] });
        }
        await serverOf(under.current).stopServer();
        await serverOf(under.current).restartServer();
        const event = newEvent({ type });
        events.push(event);
        await appendUntilTaken(log, request({ events: [event] }));
        await eventually(() => expect(filtered.events.at(-1)?.id).toBe(event.id), RECOVERY);
      }
      await eventually(() => expect(everything.events.length).toBeGreaterThanOrEqual(events.length), RECOVERY);
      expect(idsOf(everything.events)).toEqual(idsOf(events));
      expect(idsOf(filtered.events)).toEqual(idsOf(events));
      for (const each of [everything, filtered]) each.stop();
      await Promise.all([everything.ended, filtered.ended]);
    });

    test("a subscription that starts without a server begins when it is back", async () => {
      const { log } = under.current;
      const type = newType();
      const events = Array.from({ length: 10 }, () => newEvent({ type }));
      await mustAppend(log, { events });
      await serverOf(under.current).stopServer();
      const all = [collect(log, { after: 0, types: [type] }), collect(log, { after: 0, types: [type], limit: 3 })];
      await expect(log.head()).rejects.toThrow(LogUnavailable);
      await serverOf(under.current).restartServer();
      for (const each of all) await eventually(() => expect(idsOf(each.events)).toEqual(idsOf(events)), RECOVERY);
      for (const each of all) each.stop();
      await Promise.all(all.map(({ ended }) => ended));
    });

    test("without a server reading says that the log is unavailable, a subscription can be called off, and all is well later", async () => {
      const { log } = under.current;
      const stream = newStream();
      await mustAppend(log, { stream });
      const collecting = collect(log, { after: await log.head() });
      await serverOf(under.current).stopServer();
      await expect(log.readStream(stream)).rejects.toThrow(LogUnavailable);
      collecting.stop();
      await collecting.ended;
      await serverOf(under.current).restartServer();
      await eventually(async () => expect(await log.readStream(stream)).toHaveLength(1), RECOVERY);
    });
  });
}
