/** One run on a stage: the load, the faults as they are planned, and when all has come to rest the audit. */
import { setTimeout as delay } from "node:timers/promises";
import { loadConfig } from "../../infra/config/config";
import { openEngines, type Engines } from "../../infra/composition/engines";
import { silentLogger } from "../../infra/logging/logger";
import { masterKey } from "../support/service";
import { seeded } from "../support/seeded";
import { audit } from "./audit/audit";
import type { Part } from "./audit/finding";
import { readLog } from "./audit/world";
import type { Fault } from "./faults";
import { watchHandOvers, type HandOvers } from "./hand-overs";
import { createLoad, type Load } from "./load";
import { untilQuiet } from "./quiet";
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
}

export interface Outcome {
  readonly load: Load;
  /** Those that there were. */
  readonly faults: readonly Fault[];
  readonly handOvers: HandOvers;
  readonly parts: readonly Part[];
}

/** `begun` is called when everything is there and the load begins. */
export async function runThrough(
  stage: Stage,
  { seed, runMs, strikeUntilMs = Infinity, faults, say }: Run,
  begun: () => void = () => undefined,
): Promise<Outcome> {
  const load = await createLoad(stage, seeded(seed));
  begun();
  const handOvers = watchHandOvers(stage, load.ledger);
  try {
    const storm = startStorm(stage, { faults, strikeUntilMs }, handOvers, say);
    const running = load.run();
    await Promise.all([delay(runMs), storm.over]);
    load.close();
    await running;
    const parts = await settleAndAudit(stage, load, handOvers);
    return { load, faults: storm.struck, handOvers, parts };
  } finally {
    await handOvers.stop();
  }
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
