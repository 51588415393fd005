/** What operators see and ask, in a process that keeps tables as well as in one that does not. */
import type { Pool } from "pg";
import type { EventLog } from "../event-log/event-log";
import type { Clock } from "../time/clock";
import { ask } from "./commands";
import type { Projection } from "./projection";
import { CommandRefused, type ProjectionOperations, type ProjectionStatus } from "./projector";
import { byFilling, readCopies, type Copy } from "./table-copies";

export interface OperationsOptions {
  readonly pool: Pool;
  readonly log: EventLog;
  readonly projections: readonly Projection[];
  readonly clock: Clock;
  /** How far this process itself has the table, where it keeps it, and whether it is up to date. */
  readonly kept?: (table: string) => { readonly position: number; readonly live: boolean } | undefined;
}

/** Over any process's own pool and log; commands reach the process that keeps the table. */
export function createOperations({
  pool,
  log,
  projections,
  clock,
  kept = () => undefined,
}: OperationsOptions): ProjectionOperations {
  /** The oldest event that is not applied is the first after the position that the projection is about. */
  async function secondsBehind({ on }: Projection, position: number, head: number): Promise<number> {
    for (let after = position; after < head;) {
      const page = await log.readAll({ after, types: Object.keys(on), limit: 1 });
      const [oldest] = page.events;
      if (oldest !== undefined)
        return Math.max(0, (clock.now().getTime() - Date.parse(oldest.metadata.occurredAt)) / 1_000);
      if (page.atHead) break;
      after = page.position;
    }
    return 0;
  }

  async function statusOf(projection: Projection, copies: readonly Copy[], head: number): Promise<ProjectionStatus> {
    const { table } = projection;
    const [live, beside] = byFilling(copies.filter((copy) => copy.table === table));
    const here = kept(table);
    const position = Math.max(here?.position ?? 0, live?.position ?? 0);
    const running = here === undefined ? "elsewhere" : here.live ? "live" : "catching_up";
    const halted = live?.halted ?? beside?.halted ?? null;
    return {
      table,
      version: live?.version ?? projection.version,
      position,
      secondsBehind: await secondsBehind(projection, position, head),
      state: halted === null ? running : "halted",
      ...(halted === null ? {} : { halted }),
      ...(beside === undefined ? {} : { rebuilding: rebuildOf(beside) }),
    };
  }

  function known(table: string): string {
    if (projections.some((projection) => projection.table === table)) return table;
    throw new CommandRefused(`There is no projection ${table}.`);
  }

  return {
    async status() {
      const copies = await readCopies(
        pool,
        projections.map(({ table }) => table),
      );
      const head = await log.head();
      const statuses: ProjectionStatus[] = [];
      // One after another: looking on must not take the connections of those who work.
      for (const projection of projections) statuses.push(await statusOf(projection, copies, head));
      return statuses;
    },
    rebuild: async (table) => ask(pool, known(table), { kind: "rebuild" }),
    retry: async (table) => ask(pool, known(table), { kind: "retry" }),
    skip: async (table, position, decision) => ask(pool, known(table), { kind: "skip", position, ...decision }),
  };
}

function rebuildOf({ version, position, halted }: Copy): NonNullable<ProjectionStatus["rebuilding"]> {
  return { version, position, ...(halted === null ? {} : { halted }) };
}
