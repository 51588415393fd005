/**
 * `npm run bench [part …]`: the service against its peers and its limits, in turns, on a PostgreSQL of its own; ten minutes at
 * most. Prints a table, and writes docs/benchmarks.md where all parts were played.
 *
 *   -- --quick     a part of them in two minutes; fails where a ratio fell below 80 % of what bench/recorded.json says
 *   -- --record    keeps the ratios there
 *   -- --growth    the service against itself on ten times the data
 *   soak, rebuild  are longer and played where they are named; each writes a document of its own
 *
 * `npm run bench program [option …]`: a further question with an answer of its own; `programs` below are their names.
 */
import { parseArgs } from "node:util";
import { writeDocument, writeGrowth, writeOwnDocument } from "./harness/document";
import { grown } from "./harness/growth";
import type { Outcome } from "./harness/outcome";
import type { Part } from "./harness/part";
import { installPeers } from "./harness/peers";
import { fallen, record, recordedRatios } from "./harness/recorded";
import { print } from "./harness/print";
import { play, quickPlan, wholePlan, type Plan } from "./harness/rounds";
import { openStage, type Stage } from "./harness/stage";
import { playedLine, tableOf } from "./harness/table";
import { rowsOf } from "./harness/verdicts";
import { append } from "./parts/append";
import { get } from "./parts/get";
import { ingest } from "./parts/ingest";
import { lag } from "./parts/lag";
import { post } from "./parts/post";
import { project } from "./parts/project";
import { rebuild } from "./parts/rebuild";
import { soak } from "./parts/soak";
import { start } from "./parts/start";
import { webhooks } from "./parts/webhooks";

const parts: readonly Part[] = [append, get, post, lag, project, webhooks, ingest, start, soak, rebuild];
/** What grows with its data; the others make data of their own in every round. */
const growing: readonly Part[] = [append, get, post, lag, project, webhooks, ingest];
/** Read only where one is asked for: each brings much of the service with it. */
const programs: Readonly<Record<string, () => Promise<Program>>> = {
  costs: () => import("./programs/costs.js"),
  folding: () => import("./programs/folding.js"),
  "kafka-in": () => import("./programs/kafka-in.js"),
  simulate: () => import("./programs/simulate.js"),
  "time-travel": () => import("./programs/time-travel.js"),
  "two-of-each": () => import("./programs/two-of-each.js"),
};

interface Program {
  run(options: readonly string[]): void | Promise<void>;
}

/** What is left of the part's time is shared out among the workloads that are still to be played. */
async function playPart(part: Part, plan: Plan, stage: Stage): Promise<readonly Outcome[]> {
  print(`${part.name}: ${part.about}`);
  const endsAt = performance.now() + part.seconds * 1_000 * plan.share;
  const { workloads, close } = await part.open(stage);
  const outcomes: Outcome[] = [];
  try {
    for (const [number, workload] of workloads.entries()) {
      print(`  ${workload.name}`);
      const now = performance.now();
      const played = await play(workload, plan, stage, now + (endsAt - now) / (workloads.length - number));
      for (const one of played) print(playedLine(one, workload.unit));
      outcomes.push({ part, workload, played, rows: rowsOf(part.name, workload, played) });
    }
  } finally {
    await close();
  }
  return outcomes;
}

interface Wanted {
  readonly quick: boolean;
  readonly record: boolean;
  readonly growth: boolean;
  readonly parts: readonly Part[];
  /** All of them were asked for. */
  readonly all: boolean;
}

function wanted(): Wanted {
  const off = { type: "boolean", default: false } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: off, record: off, growth: off },
  });
  const known = values.growth ? growing : parts;
  const unknown = positionals.filter((one) => !known.some(({ name }) => name === one));
  const names = [...known.map(({ name }) => name), ...Object.keys(programs)].join(", ");
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(", ")}; there are ${names}.`);
  const all = positionals.length === 0;
  const named = all
    ? known.filter(({ quick = false, alone = false }) => (quick || !values.quick) && !alone)
    : known.filter(({ name }) => positionals.includes(name));
  return { ...values, all, parts: values.growth ? named.map(grown) : named };
}

async function main(): Promise<void> {
  const [name = "", ...options] = process.argv.slice(2);
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined;
  if (program === undefined) return compare(wanted());
  await (await program()).run(options);
}

async function compare({ quick, growth, all, record: isRecorded, parts: named }: Wanted): Promise<void> {
  installPeers(print);
  const stage = await openStage();
  const outcomes: Outcome[] = [];
  try {
    for (const part of named) outcomes.push(...(await playPart(part, quick ? quickPlan : wholePlan, stage)));
  } finally {
    await stage.close();
  }
  const rows = outcomes.flatMap((outcome) => outcome.rows);
  print(`\n${tableOf(rows)}`);
  if (!quick && !growth) {
    for (const part of named.filter(({ alone }) => alone)) writeOwnDocument(part, outcomes, stage.serverVersion);
    if (all) writeDocument(outcomes, stage.serverVersion);
  }
  if (growth && all && !quick) writeGrowth(outcomes, stage.serverVersion);
  if (isRecorded && !growth) record(rows);
  const complaints = quick && !growth ? fallen(rows, recordedRatios()) : [];
  for (const complaint of complaints) print(`FELL: ${complaint}`);
  if (complaints.length > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
