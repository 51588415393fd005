/** `npm run chaos`: a mixed load over all roles while everything fails in turn, and then an audit of what anybody was told. */
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { loadConfig } from "../../infra/config/config";
import { openEngines, type Engines } from "../../infra/composition/engines";
import { silentLogger } from "../../infra/logging/logger";
import { masterKey } from "../support/service";
import { seeded } from "../support/seeded";
import { audit } from "./audit/audit";
import type { Part } from "./audit/finding";
import { readLog } from "./audit/world";
import { planFaults, said, type Fault } from "./faults";
import { watchHandOvers, type HandOvers } from "./hand-overs";
import { createLoad, type Load } from "./load";
import { readOptions, usage, type ChaosOptions } from "./options";
import { untilQuiet } from "./quiet";
import { createStillToCome } from "./still-to-come";
import { auditTable, faultsTable, handOverTable, memory, operationsTable } from "./report";
import { openStage, type Stage } from "./stage";
import { startStorm } from "./storm";
import { measureIngest } from "./taken-over";

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const MINUTE_MS = 60_000;
const FINDINGS_SHOWN = 25;

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
  const random = seeded(options.seed);
  const load = await createLoad(stage, random);
  const faults = plan(stage, options);
  say(`Started in ${since(began)}.`);
  const runMs = options.minutes * MINUTE_MS;
  const handOvers = watchHandOvers(stage, load.ledger);
  const storm = startStorm(stage, { faults, runMs }, handOvers, say);
  const running = load.run();
  await Promise.all([delay(runMs), storm.over]);
  load.close();
  await running;
  const calm = performance.now();
  const parts = await settleAndAudit(stage, load, handOvers);
  await handOvers.stop();
  say(`Settled and audited in ${since(calm)}, ${since(began)} in all.`);
  return conclude(stage, options, { load, faults: storm.struck, handOvers, parts });
}

function plan({ fleet, peer, broker }: Stage, { faults, minutes, seed }: ChaosOptions): readonly Fault[] {
  if (!faults) return [];
  const servers = ["database", ...(peer === undefined ? [] : ["log"]), ...(broker === undefined ? [] : ["broker"])];
  const members = fleet.members.map(({ name }) => name).sort();
  return planFaults(seeded(seed).branch("faults"), minutes * MINUTE_MS, { members, servers });
}

async function settleAndAudit(stage: Stage, load: Load, handOvers: HandOvers): Promise<readonly Part[]> {
  await load.ledger.settle();
  load.ledger.reopen();
  await Promise.all(load.lives.map((life) => life.rest()));
  const engines = await openOwnEngines(stage);
  try {
    const late = await untilQuiet(engines, createStillToCome(engines, load));
    await Promise.all(load.feeds.map((feed) => feed.finish()));
    const events = await readLog(engines);
    measureIngest(handOvers.measured, load.observers.observed, events);
    const parts = await audit({ stage, load, engines, events });
    const findings = late.map((what) => ({ kind: "lost", what: `it never came to rest: ${what}` }) as const);
    return [...parts, { name: "rest", checked: 1, repeated: 0, findings }];
  } finally {
    await engines.close();
  }
}

/** The log and the tables as they are, by no proxy. */
function openOwnEngines({ database, peer }: Stage): Promise<Engines> {
  const connection = { url: database.server.url(undefined, "audit") };
  const config = loadConfig({
    DATABASE_URL: connection.url,
    MASTER_KEY: masterKey.toString("base64"),
    ...(peer === undefined ? {} : { EVENTSTOREDB_URL: peer.server.connectionString }),
  });
  return openEngines({ config, connection, masterKey, logger: silentLogger });
}

interface Outcome {
  readonly load: Load;
  readonly faults: readonly Fault[];
  readonly handOvers: HandOvers;
  readonly parts: readonly Part[];
}

function conclude(stage: Stage, { seed }: ChaosOptions, { load, faults, handOvers, parts }: Outcome): number {
  const roles = [...new Set(stage.fleet.members.map(({ role }) => role))];
  const tables = [operationsTable(load), faultsTable(faults), handOverTable(roles, handOvers), auditTable(parts)];
  for (const lines of tables) say(`\n${lines.join("\n")}`);
  say(`\nLongest without an answer to any command: ${(load.ledger.longestSilenceMs() / 1_000).toFixed(1)} s`);
  say(`Memory: ${memory(stage)}`);
  const findings = parts.flatMap((part) => part.findings);
  if (findings.length === 0) {
    say("\nNothing lost, nothing doubled, nothing out of order.");
    return 0;
  }
  say(`\n${findings.length} findings; seed ${seed}:`);
  for (const { kind, what } of findings.slice(0, FINDINGS_SHOWN)) say(`- ${kind}: ${what}`);
  const all = [...findings.map(({ kind, what }) => `${kind}: ${what}`), ...faults.map(said)];
  say(`All findings and what the processes logged: ${writeLogs(stage, seed, all)}`);
  return 1;
}

function writeLogs({ fleet }: Stage, seed: number, before: readonly string[]): string {
  const file = join(tmpdir(), `chaos-${seed}-${process.pid}.log`);
  const logs = fleet.members.map(({ name, state, log }) => `=== ${name}, ${state}\n${log()}`);
  writeFileSync(file, [...before, ...logs].join("\n"));
  return file;
}

const since = (began: number): string => `${((performance.now() - began) / 1_000).toFixed(1)} s`;

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
