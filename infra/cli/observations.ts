/** `npm run observations -- FILE.ndjson`: feeds a file of observations, beside a running service or without one. */
import { createReadStream, statSync } from "node:fs";
import { SingleBar } from "cli-progress";
import { linesOf } from "../../commands/observations/ndjson-lines";
import { takeIn, type IntakeReport } from "../../commands/observations/observation-intake";
import { takeObservation } from "../../commands/observations/take-observation";
import { createCollection } from "../composition/adapters/collection";
import { joinDatabase } from "../composition/database";
import { openEngines } from "../composition/engines";
import { keepTables } from "../composition/programs/keep-tables";
import { projections } from "../composition/catalogue/projections";
import { loadConfig, readDotEnv } from "../config/config";
import { loadMasterKey } from "../config/master-key";
import { createLogger } from "../logging/logger";
import { calledAs } from "./called-as";
import { sentenceOfEnd } from "./database-fault";

const VISIBLE_WITHIN_MS = 600_000;

async function main(file: string | undefined): Promise<void> {
  if (file === undefined) throw new Error(`Name a file: ${calledAs("observations")} FILE.ndjson`);
  const bytes = statSync(file).size;
  readDotEnv();
  const config = loadConfig(process.env);
  const logger = createLogger({ level: "warn", stream: process.stderr });
  const masterKey = loadMasterKey(config);
  const database = await joinDatabase(config, logger);
  const engines = await openEngines({ config, connection: database, masterKey, logger });
  const stopKeeping = await keepTables(engines);
  const began = performance.now();
  const progress = showProgress(bytes);
  try {
    const stream = createReadStream(file);
    const actor = { kind: "collector", id: "command-line" } as const;
    const { schedule: collectionSchedule } = createCollection(engines, null);
    const take = takeObservation(
      { ...engines, reviewTextDays: config.reviewTextRetentionDays, collectionSchedule },
      actor,
      engines.ids.next(),
    );
    const report = await takeIn(linesOf(stream), take, (now) => progress.update(stream.bytesRead, now));
    progress.end(report);
    await becomeVisible(engines.projector, report.position);
    print(report, (performance.now() - began) / 1000);
  } finally {
    progress.stop();
    await stopKeeping();
    await engines.close();
    await database.close();
  }
}

interface Progress {
  update(bytesRead: number, report: IntakeReport): void;
  end(report: IntakeReport): void;
  stop(): void;
}

/** A bar on a terminal; elsewhere a line for each tenth of the file. */
function showProgress(bytes: number): Progress {
  const bar = new SingleBar({
    format: "{bar} {percentage}% | {received} observations | {rejected} rejected | {eta_formatted} left",
  });
  bar.start(Math.max(bytes, 1), 0, { received: 0, rejected: 0 });
  let tenth = 0;
  return {
    update(bytesRead, { received, rejected }) {
      bar.update(bytesRead, { received, rejected });
      const now = Math.floor((bytesRead / bytes) * 10);
      if (process.stderr.isTTY || now <= tenth) return;
      tenth = now;
      console.error(`${tenth * 10} % read, ${received} observations taken in.`);
    },
    end: ({ received, rejected }) => bar.update(Math.max(bytes, 1), { received, rejected }),
    stop: () => bar.stop(),
  };
}

async function becomeVisible(
  projector: { reached(tables: readonly string[], position: number, timeoutMs: number): Promise<boolean> },
  position: number,
): Promise<void> {
  const tables = projections.map(({ table }) => table);
  if (await projector.reached(tables, position, VISIBLE_WITHIN_MS)) return;
  console.error("Everything is stored, but not every table shows it yet; a running service goes on with that.");
}

function print(report: IntakeReport, seconds: number): void {
  for (const { line, why } of report.rejections)
    console.error(
      `Line ${line} was rejected: ${why.map(({ path, message }) => `${path === "" ? "" : `${path}: `}${message}`).join(" ")}`,
    );
  const { received, changed, unchanged, rejected } = report;
  console.table({
    received,
    changed,
    unchanged,
    rejected,
    seconds: Number(seconds.toFixed(1)),
    "per second": Math.round(received / seconds),
  });
  if (rejected > 0) process.exitCode = 1;
}

main(process.argv[2]).catch((error: unknown) => {
  console.error(sentenceOfEnd(error));
  process.exit(1);
});
