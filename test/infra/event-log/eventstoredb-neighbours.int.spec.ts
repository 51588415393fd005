/** The EventStoreDB log beside what other programs and the server itself keep in the same database. */
import { binaryEvent, EventStoreDBClient, jsonEvent } from "@eventstore/db-client";
import type { EventLog } from "../../../infra/event-log/event-log";
import { collect, idsOf, readToTheEnd } from "../../contract/event-log/collecting";
import { mustAppend, newEvent, newStream, newType, request } from "../../contract/event-log/requests";
import { eventually } from "../../support/eventually";
import { connectionString, openLog, serverName, stopPeer } from "./eventstoredb-under-test";

describe(`the log in ${serverName} that others use too`, () => {
  let log: EventLog;
  let neighbour: EventStoreDBClient;

  beforeAll(async () => {
    log = await openLog();
    neighbour = EventStoreDBClient.connectionString(await connectionString());
  });

  afterAll(async () => {
    await log.close();
    await neighbour.dispose();
    await stopPeer();
  });

  test("readers pass over what others wrote, and the position moves over it", async () => {
    const after = await log.head();
    const collecting = collect(log, { after });
    const own = [newEvent(), newEvent()];
    await mustAppend(log, { events: own.slice(0, 1) });
    const foreign = newStream("shipping");
    await neighbour.appendToStream(foreign, [
      jsonEvent({ type: "ParcelSent", data: { grams: 3 } }),
      jsonEvent({ type: "ParcelSent", data: { grams: 3 }, metadata: { commandId: "theirs" } }),
      binaryEvent({ type: "ParcelPhotographed", data: Buffer.from([0, 255, 1]) }),
    ]);
    await neighbour.setStreamMetadata(foreign, { maxCount: 1_000 });
    await mustAppend(log, { events: own.slice(1) });
    await neighbour.appendToStream(foreign, jsonEvent({ type: "ParcelReceived", data: {} }));
    const end = await log.head();
    await eventually(() => expect(collecting.position).toBeGreaterThanOrEqual(end));
    expect(idsOf(collecting.events)).toEqual(idsOf(own));
    const read = await readToTheEnd(log, { after, limit: 1 });
    expect(idsOf(read.events)).toEqual(idsOf(own));
    expect(read.position).toBe(end);
    expect(await log.readStream(foreign)).toEqual([]);
    collecting.stop();
    await collecting.ended;
  });

  test("a filtered reader never claims to have seen what was written while it read", async () => {
    const type = newType();
    const after = await log.head();
    const wanted = Array.from({ length: 40 }, () => request({ events: [newEvent({ type })] }));
    const found: string[] = [];
    const writing = Promise.all(wanted.map((each) => log.append(each)));
    for (let position = after; found.length < wanted.length;) {
      const page = await log.readAll({ after: position, types: [type], limit: 3 });
      found.push(...idsOf(page.events));
      position = page.position;
    }
    await writing;
    expect(found.sort()).toEqual(idsOf(wanted.flatMap(({ events }) => events)).sort());
  });

  test("what others wrote into a stream of ours shortens none of its pages", async () => {
    const stream = newStream();
    const own = [newEvent(), newEvent(), newEvent()];
    await mustAppend(log, { stream, events: own.slice(0, 1) });
    const theirs = Array.from({ length: 3 }, () => jsonEvent({ type: "ParcelSent", data: { grams: 3 } }));
    await neighbour.appendToStream(stream, theirs);
    await mustAppend(log, { stream, expected: "any", events: own.slice(1) });
    expect(idsOf(await log.readStream(stream, { limit: 2 }))).toEqual(idsOf(own.slice(0, 2)));
    expect(idsOf(await log.readStream(stream, { from: 1, limit: 1 }))).toEqual(idsOf(own.slice(1, 2)));
    const backwards = await log.readStream(stream, { direction: "backwards", limit: 3 });
    expect(idsOf(backwards)).toEqual(idsOf(own).reverse());
    expect(idsOf(await log.readStream(stream, { direction: "backwards", from: 2, limit: 5 }))).toEqual(
      idsOf(own.slice(0, 1)),
    );
  });

  test("a stream that somebody deleted softly goes on where it stopped, for those who expect none", async () => {
    const stream = newStream();
    await mustAppend(log, { stream, events: [newEvent(), newEvent()] });
    await neighbour.deleteStream(stream);
    expect(await log.readStream(stream)).toEqual([]);
    const wanted = request({ stream, expected: "none" });
    const answer = await mustAppend(log, wanted);
    expect(answer).toMatchObject({ revision: 2, repeated: false });
    expect(await log.append(wanted)).toEqual({ ...answer, repeated: true });
    expect(idsOf(await log.readStream(stream))).toEqual(idsOf(wanted.events));
  });

  test("a stream that somebody put a tombstone on is erased", async () => {
    const stream = newStream();
    await mustAppend(log, { stream });
    await neighbour.tombstoneStream(stream);
    expect(await log.readStream(stream)).toEqual([]);
    expect(await log.append(request({ stream, expected: 0 }))).toEqual({ kind: "erased" });
    await log.erase([stream]);
  });

  test("the server's own projections can follow what caused what, and our metadata comes back without their marks", async () => {
    const stream = newStream();
    const event = newEvent();
    await mustAppend(log, { stream, events: [event] });
    const stored = [];
    for await (const resolved of neighbour.readStream(stream)) stored.push(resolved.event);
    const { correlationId, causationId } = event.metadata;
    expect(stored).toMatchObject([
      {
        id: event.id,
        isJson: true,
        data: event.data,
        metadata: { $correlationId: correlationId, $causationId: causationId },
      },
    ]);
    expect((await log.readStream(stream))[0]?.metadata).toEqual(event.metadata);
  });
});
