/** Readers of the EventStoreDB log are sent what they want, and their positions move over the rest. */
import type { EventLog } from "../../../infra/event-log/event-log";
import { collect, idsOf } from "../../contract/event-log/collecting";
import { mustAppend, newEvent, newType, request } from "../../contract/event-log/requests";
import { startPeer, type PeerControl } from "../../support/eventstoredb-peer-control";
import { eventually } from "../../support/eventually";
import { describeWithPeer, openLog } from "./eventstoredb-under-test";

const APPENDED_AT_ONCE = 100;

describeWithPeer("filters at the server", () => {
  let server: PeerControl;
  let writer: EventLog;
  let reader: EventLog;

  beforeEach(async () => {
    server = await startPeer();
    [writer, reader] = (await Promise.all(
      [0, 1].map(() => openLog({ connectionString: server.connectionString })),
    )) as [EventLog, EventLog];
  });

  afterEach(async () => {
    await Promise.all([writer.close(), reader.close()]);
    await server.stop();
  });

  /** Some at a time, since it is not the writing that is looked at. */
  async function append(count: number, type: string): Promise<number> {
    let position = 0;
    for (let left = count; left > 0; left -= APPENDED_AT_ONCE) {
      const events = Array.from({ length: Math.min(left, APPENDED_AT_ONCE) }, () => newEvent({ type }));
      ({ position } = await mustAppend(writer, { events }));
    }
    return position;
  }

  test("of a thousand events a reader of one type in ten is sent that tenth, live and from the beginning, and ends behind them all", async () => {
    const [wanted, other] = [newType(), newType()];
    const live = collect(reader, { after: 0, types: [wanted] });
    await append(1, wanted);
    await eventually(() => expect(live.events).toHaveLength(1));
    // The writer's own subscription has ended before what is sent is counted.
    await append(900, other);
    await append(100, wanted);
    const end = await append(1, other);
    await writer.close();
    await eventually(() => expect(live.position).toBeGreaterThanOrEqual(end));
    expect(live.events).toHaveLength(101);
    const before = await server.served();
    const fresh = await openLog({ connectionString: server.connectionString });
    const late = collect(fresh, { after: 0, types: [wanted] });
    await eventually(() => expect(late.position).toBeGreaterThanOrEqual(end));
    expect(idsOf(late.events)).toEqual(idsOf(live.events));
    const sent = (await server.served()).events - before.events;
    // Beside the hundred and one: the ends that were asked for.
    expect(sent).toBeLessThan(130);
    for (const each of [live, late]) {
      each.stop();
      await each.ended;
    }
    await fresh.close();
  });

  test("a subscription goes on where it was after being dropped, and through what newer servers say beside events", async () => {
    const type = newType();
    const live = collect(reader, { after: 0, types: [type] });
    for (let round = 0; round < 4; round += 1) {
      await append(40, type);
      await (round % 2 === 0 ? server.dropSubscriptions() : server.fallBehind());
    }
    await eventually(() => expect(live.events).toHaveLength(160));
    expect(new Set(idsOf(live.events)).size).toBe(160);
    live.stop();
    await live.ended;
  });

  test("a reader that comes later with other types misses none of them", async () => {
    const types = [newType(), newType(), newType()];
    const readers = [];
    for (const type of types) {
      readers.push(collect(reader, { after: await writer.head(), types: [type] }));
      await append(20, type);
    }
    for (const each of readers) await eventually(() => expect(each.events).toHaveLength(20));
    for (const type of types) await append(5, type);
    for (const each of readers) {
      await eventually(() => expect(each.events).toHaveLength(25));
      each.stop();
      await each.ended;
    }
  });

  test("a search that takes the server longer than a try may take moves on page by page", async () => {
    const rare = newType();
    const wanted = request({ events: [newEvent({ type: rare })] });
    await append(4_000, newType());
    await writer.append(wanted);
    await server.slowSearch(250);
    const patient = await openLog({ connectionString: server.connectionString, farBytes: 1 });
    const found = collect(patient, { after: 0, types: [rare] });
    await eventually(() => expect(idsOf(found.events)).toEqual(idsOf(wanted.events)));
    found.stop();
    await found.ended;
    await patient.close();
  });
});
