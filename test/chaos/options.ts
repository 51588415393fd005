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
}

export const usage =
  "npm run chaos -- [--minutes 15] [--seed N] [--log postgres|eventstoredb] [--without-kafka] [--together] [--without-faults]";

/** Throws a sentence where an option is none of these. */
export function readOptions(args: readonly string[], seed: number): ChaosOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: "string", default: "15" },
      seed: { type: "string", default: String(seed) },
      log: { type: "string", default: "postgres" },
      "without-kafka": { type: "boolean", default: false },
      together: { type: "boolean", default: false },
      "without-faults": { type: "boolean", default: false },
    },
  });
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
  };
}
