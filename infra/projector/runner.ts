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
  /** Everything up to here is in the table. */
  position: number;
  /** The checkpoint as the database holds it; it may stay behind over events that match nothing. */
  stored: number;
  /** False once it halted, failed or lost its place; it is then never used again. */
  active: boolean;
}

export function createRunner(
  projection: Projection,
  filling: boolean,
  position: number,
  skipped: readonly number[],
): Runner {
  const sql = tableStatements(projection, filling);
  return { projection, filling, sql, skipped: new Set(skipped), position, stored: position, active: true };
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

  /** Ends the runners of one table, or all. */
  end(table?: string): void {
    for (const runner of this.#all) if (table === undefined || runner.projection.table === table) runner.active = false;
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
