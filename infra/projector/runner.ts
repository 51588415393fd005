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
  /** False once it halted, failed or lost its lock; it is then never used again. */
  active: boolean;
}

export function createRunner(projection: Projection, filling: boolean, position: number, skipped: readonly number[]): Runner {
  const sql = tableStatements(projection, filling);
  return { projection, filling, sql, skipped: new Set(skipped), position, stored: position, active: true };
}

/** The event types that these projections and these erasures are about. */
export function typesOf(projections: readonly Projection[], erasures: Readonly<Record<string, unknown>>): readonly string[] {
  return [...new Set([...projections.flatMap(({ on }) => Object.keys(on)), ...Object.keys(erasures)])];
}

/** Tasks run one after another, in the order in which they were asked for. */
export function createTurns(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task);
    last = run.then(
      () => undefined,
      () => undefined, // Whoever asked for the task hears of its failure; the next one runs all the same.
    );
    return run;
  };
}
