/**
 * `npm run bench costs`: measures what each operation costs each part of the service, and writes it to `bench/scale/costs.json`
 * for `npm run bench simulate`; on Linux, some five minutes. One process of each role; CPU time is counted until all has come
 * to rest.
 */
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { spreadOf } from "../harness/figures";
import { print } from "../harness/print";
import { measureAppends } from "../scale/appends";
import { COSTS_FILE, operations, parts, perPart, type Costs, type Operation, type OperationCost } from "../scale/costs";
import { openStage, wait, type Stage } from "../scale/stage";
import { prepare, type Work } from "../scale/workload";

const ROUNDS = 5;
const IDLE_MS = 10_000;
/** Of one round: enough for a second or so of work. */
const COUNTS: Readonly<Record<Operation, number>> = {
  signUp: 8,
  addCompetitor: 100,
  readCompetitors: 1_500,
  readAlerts: 1_500,
  pollEvents: 1_500,
  observeUnchanged: 4_000,
  observeDay: 2_000,
  observeReview: 1_000,
  observeChange: 1_000,
  observeChangeWithWebhook: 1_000,
};

const median = (values: readonly number[]) => spreadOf(values).median;
const column = (text: string) => text.padStart(16);

/** CPU milliseconds a second of each part, while nobody asks for anything. */
async function measureIdle(stage: Stage) {
  await stage.quiet();
  const before = stage.cpu();
  await wait(IDLE_MS);
  const after = stage.cpu();
  return perPart((part) => ((after[part] - before[part]) / IDLE_MS) * 1_000);
}

async function measure(stage: Stage, operation: Operation, work: Work, idle: Costs["idle"]): Promise<OperationCost> {
  const count = COUNTS[operation];
  const rounds: OperationCost[] = [];
  await work(Math.ceil(count / 4));
  for (let round = 0; round < ROUNDS; round += 1) {
    await stage.quiet();
    const [began, cpu, sizes] = [performance.now(), stage.cpu(), await stage.sizes()];
    await work(count);
    await stage.quiet();
    const [seconds, used, grown] = [(performance.now() - began) / 1_000, stage.cpu(), await stage.sizes()];
    const each = (from: number, to: number): number => Math.max(0, to - from) / count;
    rounds.push({
      cpuMs: perPart((part) => each(cpu[part] + idle[part] * seconds, used[part])),
      events: each(sizes.events, grown.events),
      logBytes: each(sizes.log, grown.log),
      tableBytes: each(sizes.tables, grown.tables),
      walBytes: each(sizes.wal, grown.wal),
    });
  }
  const of = (value: (one: OperationCost) => number): number => median(rounds.map(value));
  // Tables grow in steps of pages: only all rounds together tell by how much.
  const mean = (value: (one: OperationCost) => number): number =>
    rounds.reduce((sum, one) => sum + value(one), 0) / ROUNDS;
  const spread = (part: (typeof parts)[number]): string => {
    const values = rounds.map(({ cpuMs }) => cpuMs[part]);
    return column(`${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)})`);
  };
  print(`${operation.padEnd(26)}${parts.map((part) => spread(part).padStart(22)).join("")}`);
  return {
    cpuMs: perPart((part) => of(({ cpuMs }) => cpuMs[part])),
    events: mean(({ events }) => events),
    logBytes: mean(({ logBytes }) => logBytes),
    tableBytes: mean(({ tableBytes }) => tableBytes),
    walBytes: mean(({ walBytes }) => walBytes),
  };
}

async function heaviestTable(stage: Stage): Promise<Costs["heaviestTable"]> {
  const applied = [...(await stage.applied())].sort(([, left], [, right]) => right - left);
  const all = applied.reduce((sum, [, events]) => sum + events, 0);
  const [table = "", events = 0] = applied[0] ?? [];
  return { table, share: events / all };
}

export async function run(): Promise<void> {
  const stage = await openStage();
  try {
    print("CPU milliseconds of one operation: the median of five rounds, and from the least to the most.");
    print(`${"".padEnd(26)}${parts.map((part) => part.padStart(22)).join("")}`);
    const work = await prepare(stage);
    const idle = await measureIdle(stage);
    print(`${"idle, each second".padEnd(26)}${parts.map((part) => idle[part].toFixed(2).padStart(22)).join("")}`);
    const measured = new Map<Operation, OperationCost>();
    for (const operation of operations) measured.set(operation, await measure(stage, operation, work[operation], idle));
    const appendsPerSecond = await measureAppends(await stage.newDatabase("appends"));
    print(`${Math.round(appendsPerSecond)} events a second are appended, 64 appends in flight.`);
    const costs: Costs = {
      measured: {
        at: new Date().toISOString().slice(0, 10),
        machine: `${cpus().length} × ${cpus()[0]?.model.trim() ?? "?"}`,
        node: process.version,
        postgres: stage.serverVersion,
      },
      idle,
      heaviestTable: await heaviestTable(stage),
      appendsPerSecond,
      operations: Object.fromEntries(measured) as Costs["operations"],
    };
    writeFileSync(COSTS_FILE, `${JSON.stringify(costs, null, 2)}\n`);
    print(`Written to ${COSTS_FILE}.`);
  } finally {
    await stage.close();
  }
}
