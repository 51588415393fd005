/** The command line's words for looking at projections and telling them what to do. */
import { parseArgs } from "node:util";
import { calledAs } from "./called-as";
import type { ProjectionOperations, ProjectionStatus } from "../projector/projector";

/** The words make no command; the message shows those that do. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

const CALL = calledAs("projections");

const USAGE = `Usage:
  ${CALL} status
  ${CALL} rebuild TABLE
  ${CALL} retry TABLE
  ${CALL} skip TABLE POSITION --operator NAME --reason "WHY"`;

/** Carries out one command and gives the lines to print. Throws UsageError, CommandRefused. */
export async function runProjectionsCommand(
  words: readonly string[],
  operations: ProjectionOperations,
): Promise<readonly string[]> {
  const { values, positionals } = parsed(words);
  const [command, table, position, ...more] = positionals;
  if (more.length > 0) throw new UsageError(USAGE);
  if (command === "status" && table === undefined) return (await operations.status()).flatMap(statusLines);
  if (table === undefined) throw new UsageError(USAGE);
  if (command === "skip") {
    const { operator, reason } = values;
    if (position === undefined || !/^[1-9]\d*$/.test(position) || !operator || !reason) throw new UsageError(USAGE);
    await operations.skip(table, Number(position), { operator, reason });
    return [`${table} goes on without the event at position ${position}; the log records that ${operator} decided so.`];
  }
  if (position !== undefined) throw new UsageError(USAGE);
  if (command === "rebuild") {
    await operations.rebuild(table);
    return [`${table} is being rebuilt beside the table that readers see; "status" shows how far it is.`];
  }
  if (command !== "retry") throw new UsageError(USAGE);
  await operations.retry(table);
  return [`${table} tries the event again that it halted at; "status" shows whether it can.`];
}

function parsed(words: readonly string[]) {
  try {
    const options = { operator: { type: "string" }, reason: { type: "string" } } as const;
    return parseArgs({ args: [...words], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(USAGE, { cause: error });
  }
}

function statusLines({
  table,
  version,
  position,
  secondsBehind,
  state,
  halted,
  rebuilding,
}: ProjectionStatus): readonly string[] {
  const lag = `${secondsBehind.toFixed(1)} s behind`;
  const beside = rebuilding?.halted ?? halted;
  return [
    [table.padEnd(28), `v${version}`.padEnd(4), state.padEnd(12), `position ${position}`.padEnd(18), lag].join(" "),
    ...(rebuilding === undefined
      ? []
      : [`  rebuilding version ${rebuilding.version}, up to position ${rebuilding.position}`]),
    ...(beside === undefined
      ? []
      : [`  halted at position ${beside.position} (event ${beside.eventId}): ${beside.error}`]),
  ];
}
