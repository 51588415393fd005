/** The command line's words for moving the log. */
import { parseArgs } from "node:util";
import { logKinds, type LogKind } from "../../event-log/migration/stored-log";
import { calledAs } from "../called-as";
import { parseFault } from "../parse-fault";
import { UsageError } from "../projections-command";

export interface Words {
  readonly from: LogKind;
  readonly to: LogKind;
  /** `move` copies, checks and switches; `copy` stops before the switch; `check` only compares. */
  readonly mode: "move" | "copy" | "check";
  /** In place of EVENTSTOREDB_URL. */
  readonly eventstoredb: string | undefined;
}

const CALL = calledAs("migrate-log");

export const USAGE = `Usage:
  ${CALL} --from postgres --to eventstoredb [--eventstoredb URL]
  ${CALL} --from eventstoredb --to postgres [--eventstoredb URL]
      copies the log, checks the copy, and goes over to it; run again, it goes on where it stopped
  … --dry-run   copies and checks, and does not go over to the copy
  … --check     compares both logs as they are, and changes nothing
Needs the service's settings (DATABASE_URL or DATA_DIR, MASTER_KEY). Ends with 0 when it is done, 1 when the check found a fault,
2 when it could not be done. Everything about it: docs/migrating-the-log.md`;

/** Throws UsageError. */
export function wordsOf(words: readonly string[]): Words {
  const { from, to, "dry-run": dryRun, check, eventstoredb } = parsed(words);
  const [source, target] = [kindOf(from), kindOf(to)];
  if (source !== undefined && source === target)
    throw wrong(`The log moves from one engine to the other, not from ${source} to ${source}.`);
  if (source === undefined) throw wrong(engineSentence("--from", from));
  if (target === undefined) throw wrong(engineSentence("--to", to));
  if (dryRun && check) throw wrong("--dry-run and --check exclude each other.");
  return { from: source, to: target, mode: check ? "check" : dryRun ? "copy" : "move", eventstoredb };
}

const kindOf = (text: string | undefined): LogKind | undefined => logKinds.find((kind) => kind === text);

function parsed(words: readonly string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  try {
    const options = { from: text, to: text, eventstoredb: text, "dry-run": flag, check: flag } as const;
    return parseArgs({ args: [...words], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw wrong(parseFault(error));
  }
}

const wrong = (sentence: string): UsageError => new UsageError(`${sentence}\n${USAGE}`);

const engineSentence = (option: string, given: string | undefined): string =>
  given === undefined
    ? `${option} is missing.`
    : `${option} must be ${logKinds.join(" or ")}, and is ${JSON.stringify(given)}.`;
