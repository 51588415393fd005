/** `npm run bench two-of-each [rounds [role]]`: whether two of a role are slower than one; about three minutes. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { alerts, raise, type AlertEvent, type Alerts } from "../../domain/alerts";
import type { Decision } from "../../domain/fold/aggregate";
import { isRefusal } from "../../domain/fold/refusal";
import { openEngines, type Engines } from "../../infra/composition/engines";
import { loadConfig } from "../../infra/config/config";
import { silentLogger } from "../../infra/logging/logger";
import { startEmbeddedPostgres } from "../../infra/postgres/embedded";
import { systemClock } from "../../infra/time/clock";
import type { Role } from "../../infra/config/settings";
import { send } from "../../test/support/http-client";
import { createApi, expectStatus, type Tenant } from "../../test/support/api";
import { createFleet, type Fleet, type Member } from "../../test/support/fleet";
import { shownSpread, spreadOf } from "../harness/figures";
import { print } from "../harness/print";
import { sideBySide } from "../harness/side-by-side";
import { until } from "../harness/until";
import { cpuMsOf, cpuMsOfFamily } from "../scale/machine";
import { COLLECTOR_TOKEN, masterKey } from "../../test/support/service";

/** Each with an endpoint. */
const TENANTS = 8;
const EVENTS = 6_400;
/** So that those who are measured have more to do than whoever makes the load. */
const PER_COMMAND = 8;
const REQUESTS = 3_200;
/** Of clients or commands: more than one process of a role has its hands full with. */
const IN_FLIGHT = 256;

interface Round {
  readonly done: number;
  readonly ms: number;
  /** Of all processes of the role, and of the database, for each event or request. */
  readonly cpuUs: number;
  readonly databaseUs: number;
}

/** Raises alerts in all accounts at once; resolves with the last position. */
async function load({ runner, ids, log }: Engines, tenants: readonly Tenant[], begun: number): Promise<number> {
  await sideBySide(
    EVENTS / PER_COMMAND,
    async (at) => {
      const { businessId, accountId } = tenants[at % tenants.length] as Tenant;
      const commandId = ids.next();
      const context = {
        commandId,
        correlationId: commandId,
        causationId: commandId,
        actor: { kind: "system", id: "bench" },
      } as const;
      const about = { businessId, accountId, competitorId: `rival-${at % 20}`, placeId: `place-${at % 20}` };
      const told = { type: "competitor.price_change", title: "A price changed" } as const;
      const raisings = Array.from({ length: PER_COMMAND }, () =>
        raise({ ...about, ...told, data: { before: 39, after: begun + at }, alertId: ids.next() }),
      );
      const all: Decision<Alerts, AlertEvent> = (known) => raisings.flatMap((one) => one(known) as AlertEvent[]);
      const done = await runner.execute(alerts, businessId, all, context);
      if (isRefusal(done)) throw new Error(done.message);
    },
    IN_FLIGHT,
  );
  return log.head();
}

interface Stage {
  readonly fleet: Fleet;
  readonly engines: Engines;
  readonly tenants: readonly Tenant[];
  /** Process number of the database. */
  readonly postmaster: number;
  delivered(): number;
  close(): Promise<void>;
}

async function openStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "lbi-two-of-each-"));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), logger: silentLogger });
  let delivered = 0;
  const sink = createServer((request, answer) => {
    delivered += 1;
    request.resume().on("end", () => answer.writeHead(204).end());
  });
  await once(sink.listen(0, "127.0.0.1"), "listening");
  const target = `127.0.0.1:${(sink.address() as AddressInfo).port}`;
  const fleet = createFleet({ databaseUrl: postgres.url, settings: { WEBHOOK_ALLOWED_TARGETS: target } });
  const [front] = await Promise.all([fleet.start("api"), fleet.start("projector"), fleet.start("processor")]);
  const api = createApi(front);
  const tenants: Tenant[] = [];
  while (tenants.length < TENANTS) {
    const tenant = await api.tenant({ plan: "growth" });
    const webhook = { url: `http://${target}/hook`, events: ["competitor.price_change"] };
    expectStatus(await tenant.api.post("/api/v1/webhooks", webhook), 201);
    tenants.push(tenant);
  }
  const config = loadConfig({ DATABASE_URL: postgres.url, DATA_DIR: folder, MASTER_KEY: masterKey.toString("base64") });
  const engines = await openEngines({ config, connection: postgres, masterKey, logger: silentLogger });
  return {
    fleet,
    engines,
    tenants,
    postmaster: postgres.pid,
    delivered: () => delivered,
    async close() {
      await engines.close();
      await fleet.close();
      await postgres.stop();
      sink.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Work = (stage: Stage, members: readonly Member[]) => Promise<{ done: number; rest: () => Promise<void> }>;

/** From the first event until the last is folded and delivered, or folded into every table. */
const following =
  (role: "projector" | "processor"): Work =>
  async ({ engines, tenants, delivered }) => {
    const before = delivered();
    const position = await load(engines, tenants, before);
    const behind = "SELECT FROM operational.projection_checkpoints WHERE NOT filling AND position < $1";
    const isFolded = async () => (await engines.pool.query(behind, [position])).rowCount === 0;
    const isDelivered = () => delivered() - before >= EVENTS;
    await until("everything was done", role === "projector" ? isFolded : isDelivered);
    return {
      done: EVENTS,
      rest: () => until("everything was done", async () => (await isFolded()) && isDelivered()),
    };
  };

/** Each hands in one observation of a place that nobody has seen: what a process knows from earlier rounds helps none. */
const requests: Work = async (_, members) => {
  const run = performance.now();
  await sideBySide(
    REQUESTS,
    async (at) => {
      const url = members[at % members.length]?.url ?? "";
      const observedAt = systemClock.now().toISOString();
      const one = {
        id: `${run}-${at}`,
        placeId: `place-${run}-${at}`,
        observedAt,
        source: "bench",
        listing: { rating: 4 },
      };
      const headers = { "content-type": "application/x-ndjson", authorization: `Bearer ${COLLECTOR_TOKEN}` };
      const body = `${JSON.stringify(one)}\n`;
      const reply = await send(`${url}/api/admin/observations`, { method: "POST", headers, body });
      if (reply.status !== 200 || reply.json?.["rejected"] !== 0)
        throw new Error(`It answered ${reply.status}: ${reply.text}`);
    },
    IN_FLIGHT,
  );
  return { done: REQUESTS, rest: () => Promise.resolve() };
};

async function measure(stage: Stage, work: Work, members: readonly Member[]): Promise<Round> {
  const used = () => members.filter(({ state }) => state === "running").reduce((sum, { pid }) => sum + cpuMsOf(pid), 0);
  const [begun, cpu, database] = [performance.now(), used(), cpuMsOfFamily(stage.postmaster)];
  const { done, rest } = await work(stage, members);
  const ms = performance.now() - begun;
  const [cpuUs, databaseUs] = [used() - cpu, cpuMsOfFamily(stage.postmaster) - database].map((m) => (m * 1_000) / done);
  await rest();
  return { done, ms, cpuUs: cpuUs ?? 0, databaseUs: databaseUs ?? 0 };
}

/** Until each has its share. */
async function shared({ pool }: Engines, kind: string, holders: number): Promise<void> {
  const sql =
    "SELECT count(DISTINCT holder) AS holders, count(*) FILTER (WHERE holder IS NULL) AS free FROM operational.leases WHERE kind = $1";
  await until("the work was shared", async () => {
    const { rows } = await pool.query<{ holders: number; free: number }>(sql, [kind]);
    return rows[0]?.holders === holders && rows[0].free === 0;
  });
}

const spread = (values: readonly number[]) => shownSpread(spreadOf(values));

/** The kind of its leases, where its work is divided by leases. */
type Comparison = readonly [role: Role, work: Work, kind?: string];

const comparisons: readonly Comparison[] = [
  ["projector", following("projector"), "projection"],
  ["processor", following("processor"), "process-manager"],
  ["api", requests],
];

/** A process that has just started is measured once it is warm: its code is compiled as it is used, and in both alike. */
async function compare(stage: Stage, number: number, [role, work, kind]: Comparison): Promise<void> {
  const [first] = stage.fleet.of(role) as readonly [Member];
  const sharedBy = (holders: number) => (kind === undefined ? undefined : shared(stage.engines, kind, holders));
  const second = await stage.fleet.start(role);
  const rounds: readonly [Round[], Round[]] = [[], []];
  for (let round = 0; round < number; round += 1) {
    await sharedBy(2);
    await measure(stage, work, [first, second]);
    rounds[1].push(await measure(stage, work, [first, second]));
    // Who holds work must give it up; an api that nobody asks stands idle, and each is the one alone in turn.
    if (kind !== undefined) await second.stop();
    await sharedBy(1);
    const alone = kind === undefined && round % 2 === 1 ? second : first;
    if (kind === undefined) await measure(stage, work, [alone]);
    rounds[0].push(await measure(stage, work, [alone]));
    if (kind !== undefined && round < number - 1) await second.start();
  }
  const perSecond = (those: readonly Round[]) => those.map(({ done, ms }) => (done / ms) * 1_000);
  const ratio = spreadOf(perSecond(rounds[1])).median / spreadOf(perSecond(rounds[0])).median;
  for (const [at, those] of rounds.entries()) {
    const cells = [perSecond(those), those.map(({ cpuUs }) => cpuUs), those.map(({ databaseUs }) => databaseUs)].map(
      (values) => spread(values).padStart(22),
    );
    print(
      `${role.padEnd(12)}${String(at + 1).padStart(6)}${cells.join("")}${at === 1 ? ratio.toFixed(2).padStart(8) : ""}`,
    );
  }
}

/** All roles, or the one that is named. */
export async function run([rounds = "5", alone]: readonly string[]): Promise<void> {
  const load = loadavg()[0]?.toFixed(1);
  print(`load ${load} on ${availableParallelism()} cores; ${rounds} rounds each, in turn; median (least–most)`);
  const columns = ["done/s", "CPU of the role, µs", "of the database"].map((head) => head.padStart(22));
  print(`${"role".padEnd(12)}${"number".padStart(6)}${columns.join("")}${"ratio".padStart(8)}`);
  const stage = await openStage();
  try {
    for (const comparison of comparisons)
      if (alone === undefined || alone === comparison[0]) await compare(stage, Number(rounds), comparison);
  } finally {
    await stage.close();
  }
}
