/** Whether two of a role are slower than one: `npx tsx bench/two-of-each.ts [rounds]`, on a PostgreSQL of its own; about two minutes. */
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { alerts, raise } from "../domain/alerts";
import { isRefusal } from "../domain/fold/refusal";
import { openEngines, type Engines } from "../infra/composition/engines";
import { loadConfig } from "../infra/config/config";
import { silentLogger } from "../infra/logging/logger";
import { startEmbeddedPostgres } from "../infra/postgres/embedded";
import { systemClock } from "../infra/time/clock";
import { createApi, expectStatus, type Tenant } from "../test/support/api";
import { createFleet, type Fleet, type Member } from "../test/support/fleet";
import { masterKey } from "../test/support/service";

const ROUNDS = Number(process.argv[2] ?? 5);
/** Each with an endpoint. */
const TENANTS = 8;
const EVENTS = 1_600;
const IN_FLIGHT = 64;
const PATIENCE_MS = 120_000;
const LOOK_MS = 20;
const TICK_MS = 10;

const print = (line: string) => process.stdout.write(`${line}\n`);
const wait = (milliseconds: number) => new Promise<void>((resolve) => void systemClock.after(milliseconds, resolve));

async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`It took too long until ${what}.`);
    await wait(LOOK_MS);
  }
}

/** CPU milliseconds that a process has used, as Linux counts them. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ")
    .map(Number);
  return ((fields[11] ?? 0) + (fields[12] ?? 0)) * TICK_MS;
}

interface Round {
  readonly ms: number;
  /** Of all processes of the role, for each event. */
  readonly cpuUs: number;
}

/** Raises alerts in all accounts at once; resolves with the last position. */
async function load({ runner, ids, log }: Engines, tenants: readonly Tenant[], begun: number): Promise<number> {
  let next = 0;
  const worker = async () => {
    while (next < EVENTS) {
      const at = next++;
      const { businessId, accountId } = tenants[at % tenants.length] as Tenant;
      const commandId = ids.next();
      const context = {
        commandId,
        correlationId: commandId,
        causationId: commandId,
        actor: { kind: "system", id: "bench" },
      } as const;
      const about = { businessId, accountId, competitorId: `rival-${at % 20}`, placeId: `place-${at % 20}` };
      const told = {
        type: "competitor.price_change",
        title: "A price changed",
        data: { before: 39, after: begun + at },
      } as const;
      const done = await runner.execute(alerts, businessId, raise({ ...about, ...told, alertId: commandId }), context);
      if (isRefusal(done)) throw new Error(done.message);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  return log.head();
}

interface Stage {
  readonly fleet: Fleet;
  readonly engines: Engines;
  readonly tenants: readonly Tenant[];
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
  await front.stop();
  const config = loadConfig({ DATABASE_URL: postgres.url, DATA_DIR: folder, MASTER_KEY: masterKey.toString("base64") });
  const engines = await openEngines({ config, connection: postgres, masterKey, logger: silentLogger });
  return {
    fleet,
    engines,
    tenants,
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

/** From the first event until the last is folded and delivered, or folded into every table. */
async function measure(stage: Stage, role: "projector" | "processor", members: readonly Member[]): Promise<Round> {
  const { engines, tenants } = stage;
  const before = stage.delivered();
  const used = () => members.filter(({ state }) => state === "running").reduce((sum, { pid }) => sum + cpuMs(pid), 0);
  const [begun, cpu] = [performance.now(), used()];
  const position = await load(engines, tenants, before);
  const behind = "SELECT FROM operational.projection_checkpoints WHERE NOT filling AND position < $1";
  const isFolded = async () => (await engines.pool.query(behind, [position])).rowCount === 0;
  const isDelivered = () => stage.delivered() - before >= EVENTS;
  await until("everything was done", role === "projector" ? isFolded : isDelivered);
  const [ms, cpuUs] = [performance.now() - begun, ((used() - cpu) * 1_000) / EVENTS];
  await until("everything was done", async () => (await isFolded()) && isDelivered());
  return { ms, cpuUs };
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

const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);
const median = (values: readonly number[]) => sorted(values)[Math.floor(values.length / 2)] ?? 0;
const spread = (values: readonly number[]) =>
  `${median(values).toFixed(0)} (${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)})`;

async function compare(stage: Stage, role: "projector" | "processor", kind: string): Promise<void> {
  const [first] = stage.fleet.of(role) as readonly [Member];
  const second = await stage.fleet.start(role);
  const rounds: readonly [Round[], Round[]] = [[], []];
  await shared(stage.engines, kind, 2);
  await measure(stage, role, [first, second]);
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds[1].push(await measure(stage, role, [first, second]));
    await second.stop();
    await shared(stage.engines, kind, 1);
    rounds[0].push(await measure(stage, role, [first]));
    if (round < ROUNDS - 1) await second.start();
    if (round < ROUNDS - 1) await shared(stage.engines, kind, 2);
  }
  const perSecond = (those: readonly Round[]) => those.map(({ ms }) => (EVENTS / ms) * 1_000);
  const ratio = median(perSecond(rounds[1])) / median(perSecond(rounds[0]));
  for (const [at, those] of rounds.entries()) {
    const cells = [spread(perSecond(those)).padStart(22), spread(those.map(({ cpuUs }) => cpuUs)).padStart(24)];
    print(
      `${role.padEnd(12)}${String(at + 1).padStart(6)}${cells.join("")}${at === 1 ? ratio.toFixed(2).padStart(8) : ""}`,
    );
  }
}

async function main(): Promise<void> {
  print(
    `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores; ${ROUNDS} rounds each, in turn; median (least–most)`,
  );
  print(
    `${"role".padEnd(12)}${"number".padStart(6)}${"events/s".padStart(22)}${"CPU of the role, µs/event".padStart(24)}${"ratio".padStart(8)}`,
  );
  const stage = await openStage();
  try {
    await compare(stage, "projector", "projection");
    await compare(stage, "processor", "process-manager");
  } finally {
    await stage.close();
  }
}

void main();
