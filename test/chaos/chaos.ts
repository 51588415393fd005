/** `npm run chaos`: a mixed load over all roles while everything fails in turn, and then an audit of what anybody was told. */
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seeded } from "../support/seeded";
import type { Part } from "./audit/finding";
import { LAST_MS, planFaults, said, type Fault } from "./faults";
import { readOptions, usage, type ChaosOptions } from "./options";
import { auditTable, faultsTable, handOverTable, memory, operationsTable } from "./report";
import { runThrough, type Outcome } from "./run";
import { openStage, type Stage } from "./stage";

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const MINUTE_MS = 60_000;
/** Of each row of the audit; the file has them all. */
const FINDINGS_SHOWN = 4;
const WIDTH_MAX = 200;

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), process.pid);
  if (options === undefined) {
    say(usage);
    return 0;
  }
  const { minutes, seed, log, kafka } = options;
  say(`Chaos for ${minutes} minutes by seed ${seed} on ${log}${kafka ? " with Kafka" : " without Kafka"}.`);
  const began = performance.now();
  const stage = await openStage(options);
  try {
    return await run(stage, options, began);
  } catch (error) {
    say(`What the processes logged: ${writeLogs(stage, seed, [])}`);
    throw error;
  } finally {
    await stage.close();
  }
}

async function run(stage: Stage, options: ChaosOptions, began: number): Promise<number> {
  const faults = plan(stage, options);
  const runMs = options.minutes * MINUTE_MS;
  const run = { seed: options.seed, runMs, strikeUntilMs: runMs - LAST_MS / 2, faults, say };
  const outcome = await runThrough(stage, run, () => say(`Started in ${since(began)}.`));
  say(`All in ${since(began)}.`);
  return conclude(stage, options, outcome);
}

function plan({ fleet, peer, broker }: Stage, { faults, minutes, seed }: ChaosOptions): readonly Fault[] {
  if (!faults) return [];
  const servers = ["database", ...(peer === undefined ? [] : ["log"]), ...(broker === undefined ? [] : ["broker"])];
  const members = fleet.members.map(({ name }) => name).sort();
  return planFaults(seeded(seed).branch("faults"), minutes * MINUTE_MS, { members, servers });
}

function conclude(stage: Stage, { seed }: ChaosOptions, { load, faults, handOvers, parts }: Outcome): number {
  const roles = [...new Set(stage.fleet.members.map(({ role }) => role))];
  const tables = [operationsTable(load), faultsTable(faults), handOverTable(roles, handOvers), auditTable(parts)];
  for (const lines of tables) say(`\n${lines.join("\n")}`);
  const { ms, afterMs } = load.ledger.longestSilence();
  say(`\nLongest without an answer to any command: ${inSeconds(ms)}, ${inSeconds(afterMs)} after the first`);
  say(`Memory: ${memory(stage)}`);
  const findings = parts.flatMap((part) => part.findings);
  if (findings.length === 0) {
    say("\nNothing lost, nothing doubled, nothing out of order.");
    return 0;
  }
  say(`\n${findings.length} findings; seed ${seed}:`);
  for (const part of parts) sayFindings(part);
  const all = [...findings.map(({ kind, what }) => `${kind}: ${what}`), ...faults.map(said)];
  say(`All findings and what the processes logged: ${writeLogs(stage, seed, all)}`);
  return 1;
}

function sayFindings({ name, findings }: Part): void {
  for (const { kind, what } of findings.slice(0, FINDINGS_SHOWN))
    say(`- ${name}, ${kind}: ${what.slice(0, WIDTH_MAX)}`);
  if (findings.length > FINDINGS_SHOWN) say(`- ${name}: ${findings.length - FINDINGS_SHOWN} more`);
}

function writeLogs({ fleet }: Stage, seed: number, before: readonly string[]): string {
  const file = join(tmpdir(), `chaos-${seed}-${process.pid}.log`);
  const logs = fleet.members.map(({ name, state, log }) => `=== ${name}, ${state}\n${log()}`);
  writeFileSync(file, [...before, ...logs].join("\n"));
  return file;
}

const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
const since = (began: number): string => inSeconds(performance.now() - began);

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
