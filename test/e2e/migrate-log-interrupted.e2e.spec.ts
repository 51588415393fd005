/** `npm run migrate-log`, killed after the switch: nobody is let in by tables that are not filled, and the next run fills them. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createPostgresLog } from "../../infra/event-log/postgres/postgres-log";
import { fill } from "../infra/event-log/migration/moving-logs";
import { createApi, expectStatus, type Tenant } from "../support/api";
import { startPeer, type PeerControl } from "../support/eventstoredb-peer-control";
import { eventually } from "../support/eventually";
import { createFleet, type Fleet } from "../support/fleet";
import { masterKey, PUBLIC_URL, startTestService, type TestService } from "../support/service";
import { settled } from "./settled";
import { WITH_TYPESCRIPT } from "../support/with-typescript";

const PROJECT = join(__dirname, "../..");

let service: TestService;
let peer: PeerControl;
let fleet: Fleet;
beforeAll(async () => {
  [service, peer] = await Promise.all([startTestService(), startPeer()]);
  fleet = createFleet({ databaseUrl: service.database.url, settings: { PUBLIC_URL } });
}, 30_000);
afterAll(async () => {
  await fleet.close();
  await service.close();
  await peer.stop();
});

const migrateLog = (...more: readonly string[]) =>
  run("infra/cli/migrate-log.ts", "--from", "postgres", "--to", "eventstoredb", ...more);

function run(...words: readonly string[]): ChildProcess {
  const { PATH = "", HOME = "" } = process.env;
  const settings = { DATABASE_URL: service.database.url, MASTER_KEY: masterKey.toString("base64") };
  const env = { PATH, HOME, ...settings, EVENTSTOREDB_URL: peer.connectionString };
  return spawn(process.execPath, [...WITH_TYPESCRIPT, ...words], {
    ...{ cwd: PROJECT, env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function ended(child: ChildProcess): Promise<readonly [number | null, string]> {
  const { stdout, stderr } = child;
  const said = [stdout === null ? "" : text(stdout), stderr === null ? "" : text(stderr)];
  const [out, errors] = await Promise.all([...said, once(child, "exit")]);
  return [child.exitCode, `${String(out)}${String(errors)}`];
}

const CONNECTIONS_OF_OTHERS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name <> 'test'`;

const startThere = () => service.start({ EVENTSTOREDB_URL: peer.connectionString });

test("a move that was killed while it filled the tables keeps the service out until another run has filled them", async () => {
  const api = createApi({
    get url() {
      return service.url;
    },
  });
  const [stays, goes]: readonly [Tenant, Tenant] = [await api.tenant(), await api.tenant()];
  expectStatus(await goes.browser.delete(`/api/keys/${goes.api.keyId}`), 204);
  const answers = async () => [(await stays.api.get("/api/v1/me")).status, (await goes.api.get("/api/v1/me")).status];
  await settled(service);
  expect(await answers()).toEqual([200, 401]);
  const forgotten = await fleet.start("api");
  forgotten.freeze();
  await service.stop();
  // As its rivals end them once it has been silent for too long.
  await service.database.pool.query(CONNECTIONS_OF_OTHERS);

  const { pool } = service.database;
  const holding = await pool.connect();
  await holding.query("SET idle_in_transaction_session_timeout = 0");
  await holding.query("BEGIN");
  // Nobody fills a table without a lease.
  await holding.query("LOCK TABLE operational.leases IN ACCESS EXCLUSIVE MODE");
  const first = migrateLog();
  const firstEnded = ended(first);
  await eventually(
    async () =>
      expect((await pool.query("SELECT kind, filling FROM operational.log_home")).rows).toEqual([
        { kind: "eventstoredb", filling: true },
      ]),
    { timeoutMs: 90_000 },
  );
  await Promise.all([
    expect(startThere()).rejects.toThrow(/^The log of this database is being moved/),
    expect(ended(run("infra/cli/projections.ts", "status"))).resolves.toEqual([
      1,
      expect.stringMatching(/being moved/),
    ]),
  ]);
  first.kill("SIGKILL");
  await firstEnded;
  await holding.query("ROLLBACK");
  holding.release();
  expect((await pool.query("SELECT FROM read_model.api_keys")).rowCount).toBe(0);
  await expect(startThere()).rejects.toThrow(
    "The log of this database has moved to EventStoreDB, but its read tables are not filled from there yet. " +
      "Run npm run migrate-log -- --from postgres --to eventstoredb again: it goes on where it stopped.",
  );

  const again = await ended(migrateLog());
  expect(again).toEqual([0, expect.stringMatching(/already\.\n(?![^]*copied)[^]*The log is in EventStoreDB now/)]);
  await startThere();
  expect(await answers()).toEqual([200, 401]);
  await service.stop();

  forgotten.resume();
  await eventually(() => expect(forgotten.state).toBe("ended"), { timeoutMs: 60_000 });
  expect(forgotten.log()).toMatch(/The log of this database is in EventStoreDB, but EVENTSTOREDB_URL is not set/);
  const left = createPostgresLog({ pool, connection: service.database, clock: service.clock });
  await expect(fill(left, 1)).rejects.toThrow("The log of this database has moved: nothing is appended to the one");
  await left.close();
}, 240_000);
