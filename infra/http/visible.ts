/** Answering a write only once it holds: once the tables show it, or every process knows to ask the log. */
import type { Context } from "./endpoint";
import { Failure } from "./failure";

const WAIT_MS = 5_000;

/**
 * Throws a 503 Failure where the tables are too far behind; the write itself stands. A repetition finds it done under its
 * `Idempotency-Key` alone: without one it is another write.
 */
export async function untilVisible(
  { services, dryRun }: Pick<Context, "services" | "dryRun">,
  tables: readonly string[],
  position: number,
): Promise<void> {
  if (dryRun || (await services.positions.reached(tables, position, WAIT_MS))) return;
  const sentence =
    "The change is stored, but cannot be read yet: read it later, or repeat the request with the same Idempotency-Key.";
  throw new Failure(503, "read_position_not_reached", sentence, {}, { "retry-after": "1" });
}

/** Read tables that are up to date show a change within milliseconds; whoever revokes does not wait for those that are not. */
const IN_FORCE_WAIT_MS = 1_000;

/**
 * For changes of what an account may do: from the answer on every process goes by them, also where nobody keeps the tables at
 * the moment. `tables` are those that show the change.
 */
export async function untilInForce(
  { services, dryRun }: Pick<Context, "services" | "dryRun">,
  accountId: string,
  tables: readonly string[],
  position: number,
): Promise<void> {
  if (dryRun || (await services.positions.reached(tables, position, IN_FORCE_WAIT_MS))) return;
  await services.pendingChanges.note(accountId, position);
}
