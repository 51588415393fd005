/** What `npm run fuzz -- …` takes: by which seed, how many cases, as whom, and which operations. */
import { parseArgs } from "node:util";
import { parseFault } from "../../infra/cli/parse-fault";
import { callerNames, type CallerName } from "./callers";
import { phases, type Phase } from "./schemathesis";

export interface FuzzOptions {
  readonly seed: number;
  /** Of each operation, beside the fixed ones that its schema's bounds give. */
  readonly cases: number;
  readonly callers: readonly CallerName[];
  readonly phases: readonly Phase[];
  /** A part of the paths to call; all of them where it is empty. */
  readonly only: string;
}

export const usage = `npm run fuzz -- [--seed 8] [--cases 20] [--as LIST] [--phases LIST] [--only PART]

Starts the service on a database of its own, with tenants that have something of everything, and lets schemathesis call it
by the API's document. Ends with 0 where nothing was found; with 1 where an answer is a server error, or is not as the
document says, or where too little was done for that to mean something; with 69 where schemathesis cannot be installed.

  --seed N       which cases (8)
  --cases N      for each operation and random phase, beside those that the bounds of its schema give (20)
  --as LIST      as whom, with commas between; all of them unless given:
                 ${callerNames.join(" ")}
  --phases LIST  all of them unless given: ${phases.join(" ")}
  --only PART    the operations alone whose path has this in it`;

/** The options make no run; the message says why, and which there are. */
export class BadOptions extends Error {
  constructor(sentence: string) {
    super(`${sentence}\n${usage}`);
  }
}

/** Undefined where help was asked for. Throws BadOptions. */
export function readOptions(args: readonly string[]): FuzzOptions | undefined {
  const values = parsed(args);
  if (values.help) return undefined;
  const [seed, cases] = [Number(values.seed), Number(values.cases)];
  if (!Number.isSafeInteger(seed) || seed < 0) throw new BadOptions("--seed must be a whole number.");
  if (!Number.isSafeInteger(cases) || cases < 1) throw new BadOptions("--cases must be a whole number above 0.");
  const callers = listed("--as", values.as, callerNames);
  return { seed, cases, callers, phases: listed("--phases", values.phases, phases), only: values.only };
}

function listed<Name extends string>(option: string, told: string, known: readonly Name[]): readonly Name[] {
  if (told === "") return known;
  return told.split(",").map((one) => {
    const name = known.find((candidate) => candidate === one);
    if (name === undefined) throw new BadOptions(`${option} takes ${known.join(", ")}.`);
    return name;
  });
}

function parsed(args: readonly string[]) {
  const text = { type: "string", default: "" } as const;
  const options = {
    help: { type: "boolean", default: false },
    seed: { type: "string", default: "8" },
    cases: { type: "string", default: "20" },
    ...{ as: text, phases: text, only: text },
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new BadOptions(parseFault(error));
  }
}
