/** The projection engine: keeps every read table whose lease this process holds in step with the log. */
import { applyPage } from "./apply-page";
import { CatchUp } from "./catch-up";
import { performOpen, type Kept } from "./commands";
import { storeCheckpoints, type Applying } from "./commit-stretch";
import { LiveCohort } from "./live-cohort";
import { createOperations } from "./operations";
import type { ProjectionOperations, Projector, ProjectorOptions } from "./projector";
import { ReadPositionTracker } from "./read-positions";
import { createTurns, Runners, typesOf, type Runner } from "./runner";
import { prepareTable } from "./table-copies";
import { Tenure } from "./tenure";

/** Keeps nothing until it is given leases; `reached`, `status` and commands work without, for tables that other processes keep. */
export function createProjector(options: ProjectorOptions): Projector {
  const engine = new Engine(options);
  return {
    ...engine.operations,
    reached: (tables, position, timeoutMs) => engine.positions.reached(tables, position, timeoutMs),
    duties: engine.tenure.duties,
    start: () => engine.start(),
    stop: () => engine.stop(),
  };
}

class Engine {
  readonly positions: ReadPositionTracker;
  readonly operations: ProjectionOperations;
  readonly tenure: Tenure;
  readonly #options: ProjectorOptions;
  readonly #runners = new Runners();
  /** Tables to take up, again or for the first time. */
  readonly #waiting = new Set<string>();
  /** By table: the fence of the lease under which it was taken up. */
  readonly #taken = new Map<string, number>();
  readonly #inTurn = createTurns();
  readonly #live: LiveCohort;
  readonly #catchUp: CatchUp;
  #stopping = false;

  constructor(options: ProjectorOptions) {
    const { pool, log, projections, erasures, logger } = options;
    const applying = this.#applying(options);
    const failed = (some: readonly Runner[], error: unknown) => this.#failed(some, error);
    this.#options = options;
    this.positions = new ReadPositionTracker(pool, logger, (table) => this.#runners.keeper(table, false) !== undefined);
    this.operations = createOperations({ ...options, kept: (table) => this.#kept(table) });
    this.#live = new LiveCohort({
      log,
      types: (runners) =>
        typesOf(
          runners.map(({ projection }) => projection),
          erasures,
        ),
      inTurn: this.#inTurn,
      apply: (members, page) => applyPage(applying, members, page, "touched"),
      store: (members) => storeCheckpoints(pool, members),
      failed,
    });
    this.#catchUp = new CatchUp({
      applying,
      log,
      logger,
      runners: this.#runners,
      live: this.#live,
      inTurn: this.#inTurn,
      failed,
    });
    this.tenure = new Tenure({
      pool,
      logger,
      tables: projections.map(({ table }) => table),
      look: () => this.#look(),
      left: (table) => this.#left(table),
    });
  }

  async start(): Promise<void> {
    this.tenure.start();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#live.dissolve();
    await this.#catchUp.stop();
    await this.#inTurn(() => storeCheckpoints(this.#options.pool, this.#runners.active()));
    await this.tenure.stop();
  }

  #applying({ pool, erasures, metrics, logger }: ProjectorOptions): Applying {
    return {
      pool,
      erasures,
      metrics,
      halted: ({ projection: { table }, filling }, { id, type, position }, error) => {
        metrics?.halted(table, position);
        logger.error(
          { table, filling, event: { id, type, position }, err: error },
          "A projection halted at an event that it cannot apply.",
        );
      },
      moved: ({ projection, filling, position }) => {
        if (!filling) this.positions.moved(projection.table, position);
      },
    };
  }

  async #look(): Promise<void> {
    const { pool, projections, recordSkip } = this.#options;
    const kept = projections.flatMap((projection) => {
      const fence = this.tenure.lease(projection.table)?.fence;
      return fence === undefined ? [] : [{ projection, fence }];
    });
    for (const { projection, fence } of kept)
      if (this.#taken.get(projection.table) !== fence) this.#waiting.add(projection.table);
    for (const table of await performOpen(pool, kept, recordSkip)) this.#waiting.add(table);
    if (!this.#stopping) await this.#takeUp(kept.filter(({ projection }) => this.#waiting.has(projection.table)));
    await this.#inTurn(async () => this.#live.tidy());
  }

  /** Tables start from their checkpoints: one cohort for each position. One that cannot be prepared does not hold up the others. */
  async #takeUp(tables: readonly Kept[]): Promise<void> {
    const fresh: Runner[] = [];
    const failures: unknown[] = [];
    for (const { projection, fence } of tables) {
      try {
        fresh.push(...(await prepareTable(this.#options.pool, projection, fence)));
        this.#waiting.delete(projection.table);
        this.#taken.set(projection.table, fence);
      } catch (error) {
        failures.push(error);
      }
    }
    // A lease may have ended while its table was prepared.
    const held = fresh.filter(({ projection, fence }) => this.tenure.lease(projection.table)?.fence === fence);
    const added = held.filter((runner) => this.#runners.add(runner));
    // Where nothing is left to fold, no page would tell the readers who wait for a position from before the start.
    for (const { projection, filling, position } of added)
      if (!filling) this.positions.moved(projection.table, position);
    for (const at of new Set(added.map(({ position }) => position)))
      this.#catchUp.begin(added.filter(({ position }) => position === at));
    if (failures.length > 0)
      throw new AggregateError(failures, "Some read tables could not be prepared.", { cause: failures[0] });
  }

  /** No page is begun for the table any more; those in flight are waited for, so that whoever takes it next need not wait. */
  async #left(table: string): Promise<void> {
    const { pool, logger } = this.#options;
    const ended = this.#runners.end(table);
    try {
      await this.#catchUp.between(() => storeCheckpoints(pool, ended));
    } catch (error) {
      // Whoever keeps the table from now on passes over the same events again, and finds nothing in them.
      logger.info({ err: error, table }, "A read table was left without its last checkpoint.");
    }
  }

  /** Their checkpoints are read again at the next beat, and they catch up from there. */
  #failed(runners: readonly Runner[], error: unknown): void {
    const failed = runners.filter(({ active }) => active);
    for (const runner of failed) {
      runner.active = false;
      this.#waiting.add(runner.projection.table);
    }
    const tables = failed.map(({ projection }) => projection.table);
    this.#options.logger.warn(
      { err: error, tables },
      "Projections were interrupted and start again from their checkpoints.",
    );
  }

  #kept(table: string): { readonly position: number; readonly live: boolean } | undefined {
    const runner = this.#runners.keeper(table, false);
    if (runner !== undefined) return { position: runner.position, live: this.#live.has(runner) };
    return this.#runners.keeper(table, true) && { position: 0, live: false };
  }
}
