/** `npm run migrate-log`, killed again and again while it copies: it goes on where it was, and nothing is lost or doubled. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { migrations } from "../../infra/composition/catalogue/migrations";
import { createPositionMap } from "../../infra/event-log/migration/position-map";
import { createPostgresSide } from "../../infra/event-log/migration/postgres-side";
import { systemClock } from "../../infra/time/clock";
import { pause } from "../../infra/time/waiting";
import { allOf, comparable, peerSide } from "../infra/event-log/migration/moving-logs";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { startPeer, type PeerControl } from "../support/eventstoredb-peer-control";
import { eventually } from "../support/eventually";
import { seeded } from "../support/seeded";
import { masterKey } from "../support/service";
import { WITH_TYPESCRIPT } from "../support/with-typescript";

const PROJECT = join(__dirname, "../..");
const EVENTS = 14_000;
const KILLS = 3;
/** Of the moments of the kills: anywhere in a page that is under way. */
const MOMENT_MS_MAX = 150;
const SEED = 20_260_611;

/** Appends of two events, to a hundred streams in turns. */
const FILL = `
  INSERT INTO event_log.events (position, stream, revision, id, type, data, metadata, command_id, recorded_at)
  SELECT n, 'place-' || (n - 1) / 2 % 100, (n - 1) / 200 * 2 + (n - 1) % 2, gen_random_uuid(), 'PlaceObserved',
    jsonb_build_object('n', n), jsonb_build_object('actor', jsonb_build_object('kind', 'system', 'id', 'test'),
      'commandId', 'c' || (n - 1) / 2, 'correlationId', 'c', 'causationId', 'c',
      'occurredAt', '2026-01-01T00:00:00.000Z', 'schemaVersion', 1),
    CASE WHEN n % 2 = 0 THEN 'c' || (n - 1) / 2 END, '2026-01-01T00:00:00Z'
  FROM generate_series(1, ${EVENTS}) n`;

let database: TestDatabase;
let peer: PeerControl;
beforeAll(async () => {
  [database, peer] = await Promise.all([createTestDatabase({ migrations }), startPeer()]);
  await database.pool.query(FILL);
  await database.pool.query(`UPDATE event_log.head SET position = ${EVENTS}`);
}, 60_000);
afterAll(async () => {
  await database.drop();
  await peer.stop();
});

function start(): ChildProcess {
  const { PATH = "", HOME = "" } = process.env;
  const settings = { DATABASE_URL: database.url, MASTER_KEY: masterKey.toString("base64") };
  const env = { PATH, HOME, ...settings, EVENTSTOREDB_URL: peer.connectionString };
  const words = ["infra/cli/migrate-log.ts", "--from", "postgres", "--to", "eventstoredb", "--dry-run"];
  const stdio = ["ignore", "pipe", "inherit"] as const;
  return spawn(process.execPath, [...WITH_TYPESCRIPT, ...words], { cwd: PROJECT, env, stdio: [...stdio] });
}

test(`a copy that is killed ${KILLS} times is the same log in the end`, async () => {
  const map = createPositionMap(database.pool);
  const stops: number[] = [];
  const moments = seeded(SEED);
  for (let kills = 0; kills < KILLS; kills += 1) {
    const known = await map.count();
    const child = start();
    const ended = once(child, "exit");
    await eventually(async () => expect(await map.count()).toBeGreaterThan(known), { timeoutMs: 90_000 });
    await pause(systemClock, moments.between(0, MOMENT_MS_MAX), new AbortController().signal);
    child.kill("SIGKILL");
    await ended;
    stops.push(await map.count());
  }
  expect(stops.at(-1)).toBeLessThan(EVENTS);
  const last = start();
  const { stdout } = last;
  const [said] = await Promise.all([stdout === null ? "" : text(stdout), once(last, "exit")]);
  expect([last.exitCode, said]).toEqual([0, expect.stringMatching(/Every event is in both logs/)]);
  const there = peerSide(peer.connectionString);
  const [events, copies] = [await allOf(createPostgresSide(database.pool)), await allOf(there)];
  await there.close();
  expect(copies).toHaveLength(EVENTS);
  expect(comparable(copies)).toEqual(comparable(events));
}, 300_000);
