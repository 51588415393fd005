/** The words of `npm run audit`: which command is asked for, and with what. */
import { parseArgs } from "node:util";
import { type z } from "zod";
import { calledAs } from "../called-as";
import { UsageError } from "../projections-command";

const CALL = calledAs("audit");

export const USAGE = `Usage:
  ${CALL} history BUSINESS [--from M] [--to M] [--type TYPES] [--actor ACTORS]
  ${CALL} state BUSINESS [--at M] [--tables TABLES]
  ${CALL} diff BUSINESS --from M [--to M] [--tables TABLES]
  ${CALL} verify BUSINESS
  ${CALL} verify --file FILE [--key KEY.json]
  ${CALL} export BUSINESS [--out FILE]
  ${CALL} import FILE (--key KEY.json | --trust-file)
  ${CALL} looks BUSINESS

M is a position of the log, or an ISO instant such as 2026-01-31T12:00:00Z. TYPES, ACTORS (user, admin:ID, …) and TABLES are
comma lists. KEY.json is what GET /api/audit/keys answered. Text is shown on a terminal, JSON elsewhere: --text and --json
choose. Ends with 0 where all is well, with 1 where a history is not whole, with 2 where the question has no answer, and with
3 where a file is whole, but nobody gave the key: it is signed with the key that it names itself, which anybody can make.
--trust-file reads such a file back all the same.`;

const options = {
  at: { type: "string" },
  from: { type: "string" },
  to: { type: "string" },
  type: { type: "string" },
  actor: { type: "string" },
  tables: { type: "string" },
  file: { type: "string" },
  key: { type: "string" },
  out: { type: "string" },
  "trust-file": { type: "boolean" },
  json: { type: "boolean" },
  text: { type: "boolean" },
} as const;

export const commandNames = ["history", "state", "diff", "verify", "export", "import", "looks"] as const;
export type CommandName = (typeof commandNames)[number];
type Option = Exclude<keyof typeof options, "json" | "text" | "trust-file">;

/** The options that each takes besides --json and --text. */
const taken: Readonly<Record<CommandName, readonly Option[]>> = {
  history: ["from", "to", "type", "actor"],
  state: ["at", "tables"],
  diff: ["from", "to", "tables"],
  verify: ["file", "key"],
  export: ["out"],
  import: ["key"],
  looks: [],
};

/** `operand` is a business's id, or the file of an import; null for `verify --file`. */
export interface Words {
  readonly command: CommandName;
  readonly operand: string | null;
  readonly asked: Readonly<Partial<Record<Option, string>>>;
  readonly form: "json" | "text" | null;
}

/** Throws UsageError. */
export function wordsOf(args: readonly string[]): Words {
  const { values, positionals } = parsed(args);
  const { json = false, text = false, "trust-file": trustFile = false, ...asked } = values;
  const [name, operand = null, ...more] = positionals;
  const command = commandNames.find((one) => one === name);
  if (command === undefined || more.length > 0 || (json && text)) throw new UsageError(USAGE);
  if (Object.keys(asked).some((option) => !taken[command].includes(option as Option))) throw new UsageError(USAGE);
  const offline = asked.file !== undefined;
  if (offline === (operand !== null) || (command === "verify" && !offline && asked.key !== undefined))
    throw new UsageError(USAGE);
  const trusts = (asked.key === undefined ? 0 : 1) + (trustFile ? 1 : 0);
  if (command === "import" ? trusts !== 1 : trustFile) throw new UsageError(USAGE);
  return { command, operand, asked, form: json ? "json" : text ? "text" : null };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(USAGE, { cause: error });
  }
}

/** What was asked, as the endpoint for it would read it. Throws UsageError that names the option. */
export function readAs<Schema extends z.ZodType>(
  schema: Schema,
  asked: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  const read = schema.safeParse(asked);
  if (read.success) return read.data;
  const faults = read.error.issues.map(({ path, message }) => `--${path.join(".")}: ${message}.`);
  throw new UsageError(`${faults.join("\n")}\n\n${USAGE}`);
}
