/** The projection engine: keeps every read table whose lease this process holds in step with the log. */
import { applyPage } from "./apply-page";
import { CatchUp } from "./catch-up";
import { performOpen, type Kept } from "./commands";
import { storeCheckpoints, type Applying } from "./commit-stretch";
import { LiveCohort } from "./live-cohort";
import { createOperations } from "./operations";
import type { Projection } from "./projection";
import type { ProjectionOperations, Projector, ProjectorOptions } from "./projector";
import { ReadPositionTracker } from "./read-positions";
import { createTurns, Runners, typesOf, type InTurn, type Runner } from "./runner";
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

/** Tables that go on together. Those whose folds take long have a lane of their own, so that the others never wait for them. */
interface Lane {
  readonly inTurn: InTurn;
  readonly live: LiveCohort;
  readonly catchUp: CatchUp;
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
  readonly #quick: Lane;
  readonly #slow: Lane;
  #stopping = false;

  constructor(options: ProjectorOptions) {
    const { pool, projections, logger } = options;
    const applying = this.#applying(options);
    this.#options = options;
    this.positions = new ReadPositionTracker(pool, logger, (table) => this.#runners.keeper(table, false) !== undefined);
    this.operations = createOperations({ ...options, kept: (table) => this.#kept(table) });
    this.#quick = this.#lane(applying, options);
    this.#slow = this.#lane(applying, options);
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
    const lanes = [this.#quick, this.#slow];
    for (const { live } of lanes) live.dissolve();
    await Promise.all(lanes.map(({ catchUp }) => catchUp.stop()));
    for (const lane of lanes) await lane.inTurn(() => storeCheckpoints(this.#options.pool, this.#in(lane)));
    await this.tenure.stop();
  }

  #lane(applying: Applying, { pool, log, erasures, logger }: ProjectorOptions): Lane {
    const inTurn = createTurns();
    const failed = (some: readonly Runner[], error: unknown) => this.#failed(some, error);
    const types = (runners: readonly Runner[]) =>
      typesOf(
        runners.map(({ projection }) => projection),
        erasures,
      );
    const live = new LiveCohort({
      log,
      types,
      inTurn,
      apply: (members, page) => applyPage(applying, members, page, "touched"),
      store: (members) => storeCheckpoints(pool, members),
      failed,
    });
    const catchUp = new CatchUp({ applying, log, logger, runners: this.#runners, live, inTurn, failed });
    return { inTurn, live, catchUp };
  }

  #laneOf({ slow }: Projection): Lane {
    return slow === true ? this.#slow : this.#quick;
  }

  #in(lane: Lane): readonly Runner[] {
    return this.#runners.active().filter(({ projection }) => this.#laneOf(projection) === lane);
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
    const tidied = [this.#quick, this.#slow].map(({ inTurn, live }) => inTurn(async () => live.tidy()));
    // The slow lane tidies up when its page is through: whoever looks does not wait for that.
    await tidied[0];
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
    for (const lane of [this.#quick, this.#slow]) {
      const own = added.filter(({ projection }) => this.#laneOf(projection) === lane);
      for (const at of new Set(own.map(({ position }) => position)))
        lane.catchUp.begin(own.filter(({ position }) => position === at));
    }
    if (failures.length > 0)
      throw new AggregateError(failures, "Some read tables could not be prepared.", { cause: failures[0] });
  }

  /** No page is begun for the table any more; those in flight are waited for, so that whoever takes it next need not wait. */
  async #left(table: string): Promise<void> {
    const { pool, projections, logger } = this.#options;
    const { slow = false } = projections.find((one) => one.table === table) ?? {};
    const { catchUp } = slow ? this.#slow : this.#quick;
    const ended = this.#runners.end(table);
    try {
      await catchUp.between(() => storeCheckpoints(pool, ended));
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
    if (runner !== undefined)
      return { position: runner.position, live: this.#laneOf(runner.projection).live.has(runner) };
    return this.#runners.keeper(table, true) && { position: 0, live: false };
  }
}
