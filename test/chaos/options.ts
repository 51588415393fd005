/** What `npm run chaos -- …` takes: how long, by which seed, on which log, with or without Kafka. */
import { parseArgs } from "node:util";
import { parseFault } from "../../infra/cli/parse-fault";

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

/** The options make no run; the message says why, and which there are. */
export class BadOptions extends Error {
  constructor(sentence: string) {
    super(`${sentence}\n${usage}`);
  }
}

/** Undefined where help was asked for. Throws BadOptions. */
export function readOptions(args: readonly string[], seed: number): ChaosOptions | undefined {
  const values = parsed(args, seed);
  if (values.help) return undefined;
  const minutes = Number(values.minutes);
  if (!(minutes > 0 && minutes <= 24 * 60)) throw new BadOptions("--minutes must be more than 0, and at most a day.");
  const number = Number(values.seed);
  if (!Number.isSafeInteger(number)) throw new BadOptions("--seed must be a whole number.");
  if (values.log !== "postgres" && values.log !== "eventstoredb")
    throw new BadOptions("--log must be postgres or eventstoredb.");
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

function parsed(args: readonly string[], seed: number) {
  const flag = { type: "boolean", default: false } as const;
  const options = {
    help: flag,
    minutes: { type: "string", default: "15" },
    seed: { type: "string", default: String(seed) },
    log: { type: "string", default: "postgres" },
    "without-kafka": flag,
    together: flag,
    "without-faults": flag,
    "keep-logs": flag,
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new BadOptions(parseFault(error));
  }
}
