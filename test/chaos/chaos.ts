/** `npm run chaos`: a mixed load over all roles while everything fails in turn, and then an audit of what anybody was told. */
import { seeded } from "../support/seeded";
import type { Part } from "./audit/finding";
import { LAST_MS, planFaults, said, type Fault } from "./faults";
import { openLogs, type Logs } from "./logs";
import { BadOptions, readOptions, usage, type ChaosOptions } from "./options";
import { createPhases, type Phases } from "./phases";
import { auditTable, closingLine, faultsTable, handOverTable, inSeconds, memory, operationsTable } from "./report";
import { runThrough, type Outcome } from "./run";
import { openStage, type Stage } from "./stage";

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const MINUTE_MS = 60_000;
const START_MS_MAX = 180_000;
const CLOSE_MS_MAX = 60_000;
/** Of each row of the audit; the folder has them all. */
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
  const [logs, phases] = [openLogs(seed), createPhases()];
  const began = performance.now();
  const outcome = await stageAndRun(options, logs, phases).catch((error: unknown) => {
    say(`\n${error instanceof Error ? error.message : String(error)}`);
    if (error instanceof Error && error.stack !== undefined) logs.write("error.txt", [error.stack]);
    return undefined;
  });
  say(
    `\nIt took ${inSeconds(performance.now() - began)}: ${phases.took.map(({ name, ms }) => `${name} ${inSeconds(ms)}`).join(", ")}.`,
  );
  const whole = outcome !== undefined && outcome.parts.every(({ findings }) => findings.length === 0);
  if (whole && !options.keepLogs) logs.remove();
  else say(`What the processes wrote${whole ? "" : " and all that was found"}: ${logs.folder}`);
  say(closingLine(outcome));
  return whole ? 0 : 1;
}

async function stageAndRun(options: ChaosOptions, logs: Logs, phases: Phases): Promise<Outcome> {
  const stage = await phases.pass("the start", START_MS_MAX, () => openStage(options, logs.heard));
  const close = () => phases.pass("the end of the processes", CLOSE_MS_MAX, stage.close);
  try {
    const outcome = await runThrough(stage, { ...planOf(stage, options), say, phases });
    tell(stage, options, outcome, logs);
    await close();
    return outcome;
  } catch (error) {
    for (const [name, text] of stage.serverLogs()) logs.heard(name, text);
    // What went wrong first is what is told.
    await close().catch(() => undefined);
    throw error;
  }
}

function planOf({ fleet, peer, broker }: Stage, { faults: wanted, minutes, seed }: ChaosOptions) {
  const runMs = minutes * MINUTE_MS;
  const servers = ["database", ...(peer === undefined ? [] : ["log"]), ...(broker === undefined ? [] : ["broker"])];
  const members = fleet.members.map(({ name }) => name).sort();
  const faults: readonly Fault[] = wanted ? planFaults(seeded(seed).branch("faults"), runMs, { members, servers }) : [];
  return { seed, runMs, strikeUntilMs: runMs - LAST_MS / 2, faults };
}

function tell(stage: Stage, { seed }: ChaosOptions, { load, faults, handOvers, parts }: Outcome, logs: Logs): void {
  const roles = [...new Set(stage.fleet.members.map(({ role }) => role))];
  const tables = [operationsTable(load), faultsTable(faults), handOverTable(roles, handOvers), auditTable(parts)];
  for (const lines of tables) say(`\n${lines.join("\n")}`);
  const { ms, afterMs } = load.ledger.longestSilence();
  say(`\nLongest without an answer to any command: ${inSeconds(ms)}, ${inSeconds(afterMs)} after the first`);
  say(`Memory: ${memory(stage)}`);
  logs.write("faults.txt", faults.map(said));
  const findings = parts.flatMap((part) => part.findings);
  if (findings.length === 0) {
    say("\nNothing lost, nothing doubled, nothing out of order.");
    return;
  }
  say(`\n${findings.length} findings; seed ${seed}:`);
  for (const part of parts) sayFindings(part);
  logs.write(
    "findings.txt",
    findings.map(({ kind, what }) => `${kind}: ${what}`),
  );
  for (const [name, text] of stage.serverLogs()) logs.heard(name, text);
}

function sayFindings({ name, findings }: Part): void {
  for (const { kind, what } of findings.slice(0, FINDINGS_SHOWN))
    say(`- ${name}, ${kind}: ${what.slice(0, WIDTH_MAX)}`);
  if (findings.length > FINDINGS_SHOWN) say(`- ${name}: ${findings.length - FINDINGS_SHOWN} more`);
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const isTold = error instanceof BadOptions;
    const said = error instanceof Error ? ((isTold ? undefined : error.stack) ?? error.message) : String(error);
    process.stderr.write(`${said}\n`);
    process.exit(1);
  },
);
