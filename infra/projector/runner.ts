/** One copy of a read table being kept by this process: how far it is, and what the database knows of that. */
import type { Projection } from "./projection";
import { tableStatements, type TableStatements } from "./table-statements";

export interface Runner {
  readonly projection: Projection;
  /** The copy beside the live table that no reader sees yet. */
  readonly filling: boolean;
  readonly sql: TableStatements;
  /** Positions that an operator decided not to fold. */
  readonly skipped: ReadonlySet<number>;
  /** Of the lease under which the copy is kept. */
  readonly fence: number;
  /** Everything up to here is in the table. */
  position: number;
  /** The checkpoint as the database holds it; it may stay behind over events that match nothing. */
  stored: number;
  /** False once it halted, failed or lost its place; it is then never used again. */
  active: boolean;
}

interface Skips {
  readonly skipped: Iterable<number>;
}

export function createRunner(
  projection: Projection,
  { filling, position, skipped, fence }: Pick<Runner, "filling" | "position" | "fence"> & Skips,
): Runner {
  const sql = tableStatements(projection, filling);
  return { projection, filling, sql, skipped: new Set(skipped), fence, position, stored: position, active: true };
}

/** All runners of a process, at most one for each copy. */
export class Runners {
  #all: readonly Runner[] = [];

  active(): readonly Runner[] {
    this.#all = this.#all.filter(({ active }) => active);
    return this.#all;
  }

  keeper(table: string, filling: boolean): Runner | undefined {
    return this.active().find((runner) => runner.filling === filling && runner.projection.table === table);
  }

  /** False, and nothing done, where the copy has a runner already. */
  add(runner: Runner): boolean {
    if (this.keeper(runner.projection.table, runner.filling) !== undefined) return false;
    this.#all = [...this.#all, runner];
    return true;
  }

  /** Ends the runners of the table, and gives those that were active until now. */
  end(table: string): readonly Runner[] {
    const ended = this.active().filter(({ projection }) => projection.table === table);
    for (const runner of ended) runner.active = false;
    return ended;
  }
}

/** The event types that these projections and these erasures are about. */
export function typesOf(
  projections: readonly Projection[],
  erasures: Readonly<Record<string, unknown>>,
): readonly string[] {
  return [...new Set([...projections.flatMap(({ on }) => Object.keys(on)), ...Object.keys(erasures)])];
}

export type InTurn = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Tasks run one after another, in the order in which they were asked for. */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task);
    // Whoever asked for a task hears of its failure; the next one runs all the same.
    last = run.catch(() => undefined);
    return run;
  };
}
