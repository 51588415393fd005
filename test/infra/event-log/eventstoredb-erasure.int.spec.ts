/** Erased streams before, during and after a scavenge: served to nobody, in nobody's way, and gone from the server's files. */
import type { EventLog } from "../../../infra/event-log/event-log";
import { collect, idsOf, readToTheEnd } from "../../contract/event-log/collecting";
import { mustAppend, newEvent, newStream, newType, request } from "../../contract/event-log/requests";
import { startPeer, type PeerControl } from "../../support/eventstoredb-peer-control";
import { eventually } from "../../support/eventually";
import { describeWithPeer, openLog } from "./eventstoredb-under-test";

describeWithPeer("erasure on EventStoreDB", () => {
  let server: PeerControl;
  let log: EventLog;

  beforeAll(async () => {
    server = await startPeer();
    log = await openLog({ connectionString: server.connectionString });
  });

  afterAll(async () => {
    await log.close();
    await server.stop();
  });

  test("reading, following from old positions and revisions hold before and after a scavenge, whole or of some chunks", async () => {
    const after = await log.head();
    const type = newType();
    const [kept, erased] = [newStream(), newStream("business")];
    const checkpoints: number[] = [after];
    const ids: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      const own = request({ stream: kept, events: [newEvent({ type })] });
      ids.push(...idsOf(own.events));
      checkpoints.push((await mustAppend(log, own)).position);
      const theirs = newEvent({ type, data: { text: "remember me" } });
      checkpoints.push((await mustAppend(log, { stream: erased, events: [theirs] })).position);
    }
    await log.erase([erased]);
    const end = await log.head();
    const stored = await log.readStream(kept);
    const expectAll = async (): Promise<void> => {
      for (const reader of [log, await openLog({ connectionString: server.connectionString })]) {
        expect(idsOf((await readToTheEnd(reader, { after: 0, types: [type], limit: 4 })).events)).toEqual(ids);
        for (const [index, checkpoint] of checkpoints.entries()) {
          // The beginning, one of each kind in the middle, and the last: each once as a record and once as where one was.
          if (![0, 5, 6, 12].includes(index)) continue;
          const rest = ids.slice(Math.ceil(index / 2));
          const page = await readToTheEnd(reader, { after: checkpoint, types: [type], limit: 2 });
          expect(idsOf(page.events)).toEqual(rest);
          const collecting = collect(reader, { after: checkpoint, types: [type] });
          await eventually(() => expect(collecting.position).toBeGreaterThanOrEqual(end));
          expect(idsOf(collecting.events)).toEqual(rest);
          collecting.stop();
          await collecting.ended;
        }
        expect(await reader.readStream(kept)).toEqual(stored);
        expect(await reader.readStream(erased)).toEqual([]);
        expect(await reader.append(request({ stream: erased }))).toEqual({ kind: "erased" });
        expect(await reader.head()).toBe(end);
        if (reader !== log) await reader.close();
      }
    };
    await expectAll();
    expect(await server.scavenge(checkpoints[7])).toBe(3);
    await expectAll();
    expect(await server.scavenge()).toBe(3);
    await expectAll();
    const bytes = JSON.stringify(await server.allEvents());
    expect(bytes).not.toContain(Buffer.from("remember me").toString("base64").slice(0, 12));
    await server.kill();
    await server.restart();
    await expectAll();
    // The next append goes where the last one would have gone.
    expect(await mustAppend(log, { stream: kept, expected: 5 })).toMatchObject({ revision: 6 });
  });

  test("a subscription that is made anew over an erasure brings nothing of what was erased meanwhile", async () => {
    const type = newType();
    const [kept, erased] = [newStream(), newStream()];
    const collecting = collect(log, { after: await log.head(), types: [type] });
    const elsewhere = await openLog({ connectionString: server.connectionString });
    await server.delay(0);
    await mustAppend(elsewhere, { stream: erased, events: [newEvent({ type })] });
    await eventually(() => expect(collecting.events).toHaveLength(1));
    await elsewhere.erase([erased]);
    await server.dropSubscriptions();
    const wanted = request({ stream: kept, events: [newEvent({ type })] });
    await elsewhere.append(wanted);
    await eventually(() => expect(idsOf(collecting.events).slice(1)).toEqual(idsOf(wanted.events)));
    const late = collect(log, { after: 0, types: [type] });
    await eventually(() => expect(late.position).toBeGreaterThanOrEqual(collecting.position));
    expect(idsOf(late.events)).toEqual(idsOf(wanted.events));
    for (const each of [collecting, late]) {
      each.stop();
      await each.ended;
    }
    await elsewhere.close();
  });

  test("streams are never truncated nor given metadata, so that a scavenge takes what was erased alone", async () => {
    const stored = await server.allEvents();
    expect(stored.filter(({ stream }) => stream.startsWith("$$"))).toEqual([]);
  });
});
