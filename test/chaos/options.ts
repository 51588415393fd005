/** What `npm run chaos -- …` takes: how long, by which seed, on which log, with or without Kafka. */
import { parseArgs } from "node:util";

export interface ChaosOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly log: "postgres" | "eventstoredb";
  readonly kafka: boolean;
  /** One process of everything in place of two of each role. */
  readonly together: boolean;
  readonly faults: boolean;
  readonly keepLogs: boolean;
}

export const usage = `npm run chaos -- [--minutes 15] [--seed N] [--log postgres|eventstoredb] [--without-kafka] [--together] [--without-faults] [--keep-logs]

Starts a database, a broker and two processes of each role, lets clients work while everything is killed, frozen, stopped,
delayed and cut in turn, and then compares all that anybody was told with the log. Ends with 1 where anything was lost or doubled.

  --minutes N         for how long (15)
  --seed N            which faults and which clients; printed, so that a run can be repeated
  --log eventstoredb  the log in the protocol's test server instead of Postgres
  --without-kafka     no broker and no ingest: for machines without Java and Maven
  --together          one process of everything
  --without-faults    the load alone
  --keep-logs         what the processes wrote is kept also where nothing was found`;

/** Undefined where help was asked for. Throws a sentence where an option is none of these. */
export function readOptions(args: readonly string[], seed: number): ChaosOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean", default: false },
      minutes: { type: "string", default: "15" },
      seed: { type: "string", default: String(seed) },
      log: { type: "string", default: "postgres" },
      "without-kafka": { type: "boolean", default: false },
      together: { type: "boolean", default: false },
      "without-faults": { type: "boolean", default: false },
      "keep-logs": { type: "boolean", default: false },
    },
  });
  if (values.help) return undefined;
  const minutes = Number(values.minutes);
  if (!(minutes > 0 && minutes <= 24 * 60)) throw new Error(`--minutes must be more than 0: ${usage}`);
  const number = Number(values.seed);
  if (!Number.isSafeInteger(number)) throw new Error(`--seed must be a whole number: ${usage}`);
  if (values.log !== "postgres" && values.log !== "eventstoredb")
    throw new Error(`--log must be postgres or eventstoredb: ${usage}`);
  return {
    minutes,
    seed: number,
    log: values.log,
    kafka: !values["without-kafka"],
    together: values.together,
    faults: !values["without-faults"],
    keepLogs: values["keep-logs"],
  };
}
