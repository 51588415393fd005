/** Waits until everything that follows from what has happened has happened too: intents performed, tables written. */
import { projections } from "../../infra/composition/catalogue/projections";
import { eventually } from "../support/eventually";
import type { TestService } from "../support/service";

const WAIT_MS = 10_000;
const tables = projections.map(({ table }) => table);

/** What an effect writes can cause more, so it looks until the log has stopped to grow. */
export async function settled({ running, database }: TestService): Promise<void> {
  const { log, projector } = running.engines;
  for (let head = -1; head !== (await log.head());) {
    head = await log.head();
    expect(await running.processes.processed(head, WAIT_MS)).toBe(true);
    await eventually(
      async () => {
        const { rows } = await database.pool.query(
          "SELECT manager, effect, last_error FROM operational.process_intents WHERE status = 'pending'",
        );
        expect(rows).toEqual([]);
      },
      { timeoutMs: WAIT_MS },
    );
    expect(await projector.reached(tables, head, WAIT_MS)).toBe(true);
  }
}
