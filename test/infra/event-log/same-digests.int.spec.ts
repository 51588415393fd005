/** What proves a history is the same over either store: the same appends give the same digests and the same heads of chains. */
import { chained, eventDigest, GENESIS } from "../../../domain/fold/event-digest";
import type { Recorded } from "../../../domain/fold/event";
import type { EventLog } from "../../../infra/event-log/event-log";
import { silentLogger } from "../../../infra/logging/logger";
import { createEventStoreLog } from "../../../infra/event-log/eventstoredb/eventstoredb-log";
import { startPeer, type PeerControl } from "../../support/eventstoredb-peer-control";
import { readToTheEnd } from "../../contract/event-log/collecting";
import { databaseSide, fill, type DatabaseSide } from "./migration/moving-logs";

let inPostgres: DatabaseSide;
let peer: PeerControl;
let inEventStore: EventLog;
beforeAll(async () => {
  [inPostgres, peer] = await Promise.all([databaseSide(), startPeer()]);
  inEventStore = await createEventStoreLog({ connectionString: peer.connectionString, logger: silentLogger });
});
afterAll(async () => {
  await inEventStore.close();
  await Promise.all([inPostgres.close(), peer.stop()]);
});

const everything = async (log: EventLog): Promise<readonly Recorded[]> =>
  (await readToTheEnd(log, { after: 0, limit: 50 })).events;

/** By business, chained in the order of the log. */
function headsOf(events: readonly Recorded[]): ReadonlyMap<string, string> {
  const heads = new Map<string, string>();
  for (const event of events) {
    const owner = event.metadata.businessId ?? "nobody";
    heads.set(owner, chained(heads.get(owner) ?? GENESIS, eventDigest(event)));
  }
  return heads;
}

test("the same appends with the same ids and times give equal events, digests and heads of chains in both stores", async () => {
  for (const log of [inPostgres.log, inEventStore]) await fill(log, 60);
  const [ours, theirs] = await Promise.all([everything(inPostgres.log), everything(inEventStore)]);
  expect(ours.length).toBe(180);
  const placeless = ({ position: _position, ...event }: Recorded) => event;
  expect(theirs.map(placeless)).toEqual(ours.map(placeless));
  expect(theirs.map(eventDigest)).toEqual(ours.map(eventDigest));
  expect(headsOf(theirs)).toEqual(headsOf(ours));
  // Positions are what the stores name by themselves, and no digest depends on them.
  expect(theirs.map(({ position }) => position)).not.toEqual(ours.map(({ position }) => position));
  const streams = [...new Set(ours.map(({ stream }) => stream))];
  for (const stream of streams) {
    const [here, there] = await Promise.all([inPostgres.log.readStream(stream), inEventStore.readStream(stream)]);
    expect(there.map(eventDigest)).toEqual(here.map(eventDigest));
  }
});
