/** The projection engine: keeps every read table whose place this process holds in step with the log. */
import { applyPage } from "./apply-page";
import { CatchUp } from "./catch-up";
import { performOpen } from "./commands";
import { storeCheckpoints, type Applying } from "./commit-stretch";
import { LiveCohort } from "./live-cohort";
import { LockSession } from "./lock-session";
import { createOperations } from "./operations";
import type { Projection } from "./projection";
import type { ProjectionOperations, Projector, ProjectorOptions } from "./projector";
import { ReadPositionTracker } from "./read-positions";
import { createTurns, Runners, typesOf, type Runner } from "./runner";
import { prepareTable } from "./table-copies";

/** Nothing happens before `start`; `reached`, `status` and commands work without it, for tables that other processes keep. */
export function createProjector(options: ProjectorOptions): Projector {
  const engine = new Engine(options);
  return {
    ...engine.operations,
    reached: (tables, position, timeoutMs) => engine.positions.reached(tables, position, timeoutMs),
    start: () => engine.start(),
    stop: () => engine.stop(),
  };
}

class Engine {
  readonly positions: ReadPositionTracker;
  readonly operations: ProjectionOperations;
  readonly #options: ProjectorOptions;
  readonly #runners = new Runners();
  /** Tables to take up, again or for the first time. */
  readonly #waiting = new Set<string>();
  readonly #inTurn = createTurns();
  readonly #live: LiveCohort;
  readonly #catchUp: CatchUp;
  readonly #session: LockSession;
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
      types: typesOf(projections, erasures),
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
    this.#session = new LockSession({
      pool,
      logger,
      tables: projections.map(({ table }) => table),
      beat: (acquired, held) => this.#beat(acquired, held),
      lost: () => {
        this.#runners.end();
        this.#live.dissolve();
      },
    });
  }

  start(): Promise<void> {
    return this.#session.start();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#live.dissolve();
    await this.#catchUp.stop();
    await this.#inTurn(() => storeCheckpoints(this.#options.pool, this.#runners.active()));
    await this.#session.stop();
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

  async #beat(acquired: readonly string[], held: ReadonlySet<string>): Promise<void> {
    const { pool, projections, recordSkip } = this.#options;
    for (const table of acquired) this.#waiting.add(table);
    const ours = projections.filter(({ table }) => held.has(table));
    for (const table of await performOpen(pool, ours, recordSkip)) this.#waiting.add(table);
    if (!this.#stopping) await this.#takeUp(ours.filter(({ table }) => this.#waiting.has(table)));
  }

  /** Tables start from their checkpoints: one cohort for each position. One that cannot be prepared does not hold up the others. */
  async #takeUp(projections: readonly Projection[]): Promise<void> {
    const fresh: Runner[] = [];
    const failures: unknown[] = [];
    for (const projection of projections) {
      try {
        fresh.push(...(await prepareTable(this.#options.pool, projection)));
        this.#waiting.delete(projection.table);
      } catch (error) {
        failures.push(error);
      }
    }
    const added = fresh.filter((runner) => this.#runners.add(runner));
    // Where nothing is left to fold, no page would tell the readers who wait for a position from before the start.
    for (const { projection, filling, position } of added)
      if (!filling) this.positions.moved(projection.table, position);
    for (const at of new Set(added.map(({ position }) => position)))
      this.#catchUp.begin(added.filter(({ position }) => position === at));
    if (failures.length > 0)
      throw new AggregateError(failures, "Some read tables could not be prepared.", { cause: failures[0] });
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
