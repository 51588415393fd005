/** Answering a write only once the tables show it: for what must hold from the answer on, such as a revocation. */
import type { Context } from "./endpoint";
import { Failure } from "./failure";

const WAIT_MS = 5_000;

/** Throws a 503 Failure where the tables are too far behind; the write itself stands, and a repetition finds it done. */
export async function untilVisible(
  { services, dryRun }: Pick<Context, "services" | "dryRun">,
  tables: readonly string[],
  position: number,
): Promise<void> {
  if (dryRun || (await services.positions.reached(tables, position, WAIT_MS))) return;
  const sentence = "The change is stored, but cannot be read yet; repeat the request.";
  throw new Failure(503, "read_position_not_reached", sentence, {}, { "retry-after": "1" });
}
