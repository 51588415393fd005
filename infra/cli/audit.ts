/** `npm run audit -- …`: a business's history, its past, its proof and its export, beside a running service or without one. */
import { userInfo } from "node:os";
import { isKnown } from "../../read-api/audit/known-business";
import { openAudit, type OpenAudit } from "../composition/programs/open-audit";
import { loadConfig, readDotEnv } from "../config/config";
import { Failure } from "../http/failure";
import { createLogger } from "../logging/logger";
import { printable, printableLines } from "./audit/layout";
import { diff, history, looks, state, type Look } from "./audit/looking";
import { exportTo, importFrom } from "./audit/moving";
import { createOutput, ReaderGone, type Output } from "./audit/output";
import { verify, verifyFile } from "./audit/proving";
import { wordsOf, type CommandName, type Words } from "./audit/words";
import { sentenceOfEnd } from "./database-fault";
import { UsageError } from "./projections-command";

const exits = { whole: 0, "not whole": 1, "whole by its own key": 3 } as const;
/** Whatever keeps an answer from being given: 1 means nothing but that a history is not whole. */
const NO_ANSWER = 2;

/** Each is kept as a look at what the endpoint of the same answer would be kept as. */
const operations: Readonly<Record<Exclude<CommandName, "import">, string>> = {
  history: "list-business-events",
  state: "get-business-state",
  diff: "get-business-diff",
  verify: "get-history-proof",
  export: "export-business-history",
  looks: "list-business-looks",
};
const shown: Readonly<Partial<Record<CommandName, Look>>> = { history, state, diff, looks };

/** `whole` also where nothing was asked that could be found not to be. */
async function run(words: Words): Promise<keyof typeof exits> {
  const { command, operand, asked, form } = words;
  const output = createOutput(process.stdout, process.stderr, form);
  if (asked.file !== undefined) return verifyFile(asked.file, asked.key, output);
  // It is written byte by byte as it was signed, whatever it holds.
  if (command === "export" && asked.out === undefined && process.stdout.isTTY)
    throw new UsageError("An export is not for a terminal: name a file with --out, or send it on.");
  readDotEnv();
  const config = loadConfig(process.env);
  const logger = createLogger({ level: "warn", stream: process.stderr });
  const audit = await openAudit(config, logger, command === "import");
  try {
    const whole =
      command === "import"
        ? await importFrom(audit, operand ?? "", asked.key, output)
        : await look(audit, command, operand ?? "", asked, output);
    return whole ? "whole" : "not whole";
  } finally {
    await audit.close();
  }
}

/** It is kept who looked before anything is shown. True where nothing is found that is not whole. */
async function look(
  audit: OpenAudit,
  command: Exclude<CommandName, "import">,
  businessId: string,
  asked: Words["asked"],
  output: Output,
): Promise<boolean> {
  const { engines, witness } = audit;
  if (!(await isKnown(engines.log, businessId))) throw new Error("There is no such business.");
  const actor = { kind: "system", id: `audit-cli:${operator()}` } as const;
  const { out: _out, ...parameters } = asked;
  await witness({ businessId, what: operations[command], asked: parameters, actor, requestId: engines.ids.next() });
  if (command === "verify") return verify(audit, businessId, output);
  if (command === "export") return exportTo(audit, businessId, asked.out, process.stdout, output);
  await shown[command]?.(audit, businessId, asked, output);
  return true;
}

/** The account on this machine; a container may run under a number that has no name. */
function operator(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}

const isReaderGone = (error: unknown): boolean =>
  error instanceof ReaderGone || (error instanceof Error && "code" in error && error.code === "EPIPE");

/** A message can quote what a file says. */
function sentenceOf(error: unknown): string {
  if (error instanceof UsageError) return printableLines(error.message);
  if (!(error instanceof Failure)) return printable(sentenceOfEnd(error));
  const { details = [] } = error.members as { details?: readonly { path: string; message: string }[] };
  const told = details.map(({ path, message }) => `${path.replace("query.", "--")}: ${message}`);
  return (told.length === 0 ? [error.message] : told).map(printable).join("\n");
}

// A reader that goes away ends the answer, and what is open is closed as ever.
process.stdout.on("error", () => undefined);

Promise.resolve()
  .then(() => run(wordsOf(process.argv.slice(2))))
  .then((ending) => {
    process.exitCode = exits[ending];
  })
  .catch((error: unknown) => {
    if (!isReaderGone(error)) console.error(sentenceOf(error));
    process.exitCode = NO_ANSWER;
  });
