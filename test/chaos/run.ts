/** One run on a stage: the load, the faults as they are planned, and when all has come to rest the audit; each phase with a bound of its own. */
import { setTimeout as delay } from "node:timers/promises";
import type { Recorded } from "../../domain/fold/event";
import { loadConfig } from "../../infra/config/config";
import { openEngines, type Engines } from "../../infra/composition/engines";
import { silentLogger } from "../../infra/logging/logger";
import { masterKey } from "../support/service";
import { seeded } from "../support/seeded";
import { audit } from "./audit/audit";
import { lost, wrong, type Finding, type Part } from "./audit/finding";
import { readLog } from "./audit/world";
import type { Fault } from "./faults";
import { watchHandOvers, type HandOvers } from "./hand-overs";
import { createLoad, type Load } from "./load";
import { createPhases, type Phases } from "./phases";
import { QUIET_MS_MAX, untilQuiet } from "./quiet";
import type { Stage } from "./stage";
import { createStillToCome } from "./still-to-come";
import { startStorm } from "./storm";
import { measureIngest } from "./taken-over";

export interface Run {
  readonly seed: number;
  readonly runMs: number;
  /** Faults that come later than that, because what was killed is slow to start, are left out; none unless told. */
  readonly strikeUntilMs?: number;
  readonly faults: readonly Fault[];
  /** Told of each fault as it strikes. */
  readonly say: (line: string) => void;
  readonly phases?: Phases;
}

export interface Outcome {
  readonly load: Load;
  /** Those that there were. */
  readonly faults: readonly Fault[];
  readonly handOvers: HandOvers;
  readonly parts: readonly Part[];
}

const TENANTS_MS_MAX = 60_000;
/** What was killed last starts again, and on a busy machine that takes its time. */
const AFTER_LOAD_MS_MAX = 120_000;
/** Who asked last is answered by then, or nobody answers at all. */
const PATIENCE_MS = 60_000;
const MARGIN_MS = 15_000;
const REST_MS_MAX = 60_000;
const READ_MS_MAX = 120_000;

/** Rejects with `Hung` where a phase does not end. */
export async function runThrough(stage: Stage, run: Run): Promise<Outcome> {
  const { seed, runMs, strikeUntilMs = Infinity, faults, say, phases = createPhases() } = run;
  const load = await phases.pass("the tenants sign up", TENANTS_MS_MAX, () => createLoad(stage, seeded(seed)));
  const handOvers = watchHandOvers(stage, load.ledger);
  try {
    const storm = startStorm(stage, { faults, strikeUntilMs }, handOvers, say);
    const running = load.begin();
    const failed = running.ended.then(() => new Promise<never>(() => undefined));
    await phases.pass(
      "the load",
      runMs + AFTER_LOAD_MS_MAX,
      () => Promise.race([Promise.all([delay(runMs), storm.over]), failed]),
      storm.underWay,
    );
    load.close(PATIENCE_MS);
    await phases.pass("the last answers", PATIENCE_MS + MARGIN_MS, () => running.ended, running.open);
    const parts = await settleAndAudit(stage, load, handOvers, phases);
    return { load, faults: storm.struck, handOvers, parts };
  } finally {
    await handOvers.stop();
  }
}

async function settleAndAudit(
  stage: Stage,
  load: Load,
  handOvers: HandOvers,
  phases: Phases,
): Promise<readonly Part[]> {
  load.close(PATIENCE_MS);
  await phases.pass("the tenants come to rest", REST_MS_MAX + MARGIN_MS, async () => {
    await Promise.all(load.lives.map((life) => life.rest()));
  });
  const engines = await openOwnEngines(stage);
  try {
    const { open, moves } = await phases.pass("the engines come to rest", QUIET_MS_MAX + MARGIN_MS, () =>
      untilQuiet(engines, createStillToCome(engines, load)),
    );
    const rest = { name: "rest", checked: 1, repeated: 0, findings: open.map((what) => unended(what, moves)) };
    if (moves) return [rest];
    const events = await phases.pass("log and feeds are read", READ_MS_MAX, () => readToTheEnd(engines, load));
    measureIngest(handOvers.measured, load.observers.observed, events);
    return [...(await audit({ stage, load, engines, events }, phases)), rest];
  } finally {
    await engines.close();
  }
}

const unended = (what: string, moves: boolean): Finding =>
  moves
    ? wrong(`too slow for an audit: after ${QUIET_MS_MAX / 1_000} s it still goes on: ${what}`)
    : lost(`it never came to rest: ${what}`);

async function readToTheEnd(engines: Engines, { feeds }: Load): Promise<readonly Recorded[]> {
  await Promise.all(feeds.map((feed) => feed.finish()));
  return readLog(engines);
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
