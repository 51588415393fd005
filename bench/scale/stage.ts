/** The service on which costs are measured: one process of each role on a PostgreSQL of its own, with the durability of production. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { silentLogger } from "../../infra/logging/logger";
import { startEmbeddedPostgres } from "../../infra/postgres/embedded";
import { systemClock } from "../../infra/time/clock";
import { createApi, type Api } from "../../test/support/api";
import { createFleet } from "../../test/support/fleet";
import { cpuMsOf, cpuMsOfFamily } from "./machine";
import { perPart, type PerPart } from "./costs";

/** What the database holds and has written, in bytes, and the number of events. */
export interface Sizes {
  readonly log: number;
  readonly tables: number;
  readonly wal: number;
  readonly events: number;
}

export interface Stage {
  readonly api: Api;
  /** Where webhooks may go: a server that answers 204 to everything. */
  readonly sinkUrl: string;
  readonly serverVersion: string;
  /** Makes a database beside the service's own, and gives its URL. */
  newDatabase(name: string): Promise<string>;
  /** Events that the projector has applied to each table since it started. */
  applied(): Promise<ReadonlyMap<string, number>>;
  cpu(): PerPart;
  sizes(): Promise<Sizes>;
  /** Resolves when nothing has worked for a while: what was begun has come to its end. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

const SAMPLE_MS = 500;
/** CPU milliseconds of all parts in a sample, below which nothing happens but looking for something to do. */
const QUIET_MS = 60;
const QUIET_SAMPLES = 3;
const SAMPLES_MAX = 240;

const SIZES = `SELECT
    sum(pg_total_relation_size(c.oid)) FILTER (WHERE n.nspname = 'event_log') AS log,
    sum(pg_total_relation_size(c.oid)) FILTER (WHERE n.nspname IN ('read_model', 'operational')) AS tables,
    pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS wal,
    (SELECT count(*) FROM event_log.events) AS events
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r'`;

export const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void systemClock.after(milliseconds, resolve));

export async function openStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "lbi-bench-"));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), logger: silentLogger });
  const sink = createServer((request, answer) => request.resume().on("end", () => answer.writeHead(204).end()));
  await once(sink.listen(0, "127.0.0.1"), "listening");
  const target = `127.0.0.1:${(sink.address() as AddressInfo).port}`;
  const fleet = createFleet({ databaseUrl: postgres.url, settings: { WEBHOOK_ALLOWED_TARGETS: target } });
  const projector = await fleet.start("projector");
  const processor = await fleet.start("processor");
  const front = await fleet.start("api");
  const database = new Client({ connectionString: postgres.url });
  await database.connect();
  const { rows } = await database.query<{ server_version: string }>("SHOW server_version");
  const pids = { api: front.pid, projector: projector.pid, processor: processor.pid };
  const cpu = (): PerPart =>
    perPart((part) => (part === "postgres" ? cpuMsOfFamily(postgres.pid) : cpuMsOf(pids[part])));
  return {
    api: createApi(front),
    sinkUrl: `http://${target}/hook`,
    serverVersion: rows[0]?.server_version ?? "",
    cpu,
    async newDatabase(name) {
      await database.query(`CREATE DATABASE ${name}`);
      return postgres.url.replace(/\/postgres$/, `/${name}`);
    },
    async applied() {
      const text = await (await fetch(`${projector.url}/metrics`)).text();
      const lines = [...text.matchAll(/^projection_events_applied_total\{table="([^"]+)"\} (\d+)/gm)];
      return new Map(lines.map(([, table = "", events]) => [table, Number(events)]));
    },
    async sizes() {
      const { rows } = await database.query<Record<keyof Sizes, string>>(SIZES);
      const { log = "0", tables = "0", wal = "0", events = "0" } = rows[0] ?? {};
      return { log: Number(log), tables: Number(tables), wal: Number(wal), events: Number(events) };
    },
    async quiet() {
      const all = () => Object.values(cpu()).reduce((sum, one) => sum + one, 0);
      let still = 0;
      for (let sample = 0; sample < SAMPLES_MAX && still < QUIET_SAMPLES; sample += 1) {
        const before = all();
        await wait(SAMPLE_MS);
        still = all() - before < QUIET_MS ? still + 1 : 0;
      }
      if (still < QUIET_SAMPLES) throw new Error("The service does not come to rest.");
    },
    async close() {
      await database.end();
      await fleet.close();
      await postgres.stop();
      sink.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
