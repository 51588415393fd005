/** What the server's own projections make of our log: categories, types and causes; and that our readers see none of it. */
import { jsonEvent, EventStoreDBClient } from "@eventstore/db-client";
import { ownStreams } from "../../../domain/business-streams";
import { parseStreamName } from "../../../domain/fold/aggregate";
import { aggregates } from "../../../infra/composition/catalogue/aggregates";
import type { EventLog } from "../../../infra/event-log/event-log";
import { collect, idsOf, readToTheEnd } from "../../contract/event-log/collecting";
import { mustAppend, newEvent, request } from "../../contract/event-log/requests";
import { eventually } from "../../support/eventually";
import type { Written } from "../../support/eventstoredb-peer-written";
import { describeWithPeer, openLog, peer, stopPeer } from "./eventstoredb-under-test";

afterAll(stopPeer);

interface Link {
  readonly to: string;
  readonly revision: string;
  readonly stream: string;
}

/** What `$by_category`, `$by_event_type` and `$by_correlation_id` emit for an event, by their default settings. */
function linksOf({ stream, revision, type, metadata }: Written): Link[] {
  if (stream.startsWith("$") || type.startsWith("$")) return [];
  const dash = stream.indexOf("-");
  const said = JSON.parse(Buffer.from(metadata, "base64").toString("utf8")) as Record<string, unknown>;
  const correlation = said["$correlationId"];
  return [
    ...(dash > 0 ? [{ to: `$ce-${stream.slice(0, dash)}`, revision, stream }] : []),
    { to: `$et-${type}`, revision, stream },
    ...(typeof correlation === "string" ? [{ to: `$bc-${correlation}`, revision, stream }] : []),
  ];
}

test("no category of ours has a dash, so that the first one ends it, whatever the owner is called", () => {
  expect(
    aggregates.map(({ category }) => category).filter((category) => !/^[a-z]+(_[a-z]+)*$/i.test(category)),
  ).toEqual([]);
  for (const stream of ownStreams("b-1-with-dashes"))
    expect(parseStreamName(stream)).toMatchObject({ category: stream.split("-")[0], owner: "b-1-with-dashes" });
});

describeWithPeer("the server's projections over our log", () => {
  let log: EventLog;

  beforeAll(async () => {
    log = await openLog();
  });

  afterAll(() => log.close());

  test("each event is found by its category, its type and what caused it, and its links are nothing to our readers", async () => {
    const server = await peer();
    const after = await log.head();
    const collecting = collect(log, { after });
    const wanted = request({
      stream: "business-b-1-with-dashes",
      events: [newEvent({ type: "BusinessPaused" }), newEvent()],
    });
    await mustAppend(log, wanted);
    const stored = (await server.events()).filter(({ stream }) => stream === wanted.stream);
    const links = stored.flatMap(linksOf);
    const [first, second] = wanted.events;
    expect(links.map(({ to, revision, stream }) => [to, `${revision}@${stream}`])).toEqual([
      ["$ce-business", `0@${wanted.stream}`],
      ["$et-BusinessPaused", `0@${wanted.stream}`],
      [`$bc-${first?.metadata.correlationId}`, `0@${wanted.stream}`],
      ["$ce-business", `1@${wanted.stream}`],
      ["$et-PlaceSeen", `1@${wanted.stream}`],
      [`$bc-${second?.metadata.correlationId}`, `1@${wanted.stream}`],
    ]);
    // What the projections write stands in the same log.
    const projections = EventStoreDBClient.connectionString(server.connectionString);
    for (const { to, revision, stream } of links)
      await projections.appendToStream(to, jsonEvent({ type: "$>", data: `${revision}@${stream}` as never }));
    await projections.dispose();
    const last = request();
    await mustAppend(log, last);
    await eventually(() => expect(idsOf(collecting.events)).toEqual(idsOf([...wanted.events, ...last.events])));
    const read = await readToTheEnd(log, { after, limit: 2 });
    expect(idsOf(read.events)).toEqual(idsOf(collecting.events));
    expect(read.events[0]?.metadata).toEqual(first?.metadata);
    collecting.stop();
    await collecting.ended;
  });
});
