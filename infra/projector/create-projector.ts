/** The projection engine: keeps every read table whose place this process holds in step with the log. */
import { applyPage } from "./apply-page";
import { performOpen } from "./commands";
import { storeCheckpoints, type Applying } from "./commit-stretch";
import { createLiveCohort } from "./live-cohort";
import { createLockSession } from "./lock-session";
import { logPages } from "./log-pages";
import { createOperations } from "./operations";
import type { Projector, ProjectorOptions } from "./projector";
import { createReadPositions } from "./read-positions";
import { createTurns, typesOf, type Runner } from "./runner";
import { prepareTable, swapIn } from "./table-copies";

/** Pages of those who catch up: large while nobody is live, smaller where folding one would keep live pages waiting. */
const PAGE_EVENTS_ALONE = 5_000;
const PAGE_EVENTS_BESIDE_LIVE = 1_000;
/** So near the head that the rest is read while the live cohort waits. */
const NEAR_EVENTS = 100;

/** Nothing happens before `start`; `reached`, `status` and commands work without it, for tables that other processes keep. */
export function createProjector(options: ProjectorOptions): Projector {
  const { pool, log, projections, erasures, logger, metrics } = options;
  const [inLane, inTurn] = [createTurns(), createTurns()];
  const runners = new Set<Runner>();
  const unprepared = new Set<string>();
  const catchingUp = new Set<Promise<void>>();
  let stopping = false;

  const live = createLiveCohort({
    log,
    types: typesOf(projections, erasures),
    turn: inTurn,
    apply: (members, page) => applyPage(applying, members, page, "touched"),
    store: (members) => storeCheckpoints(pool, members),
    failed,
  });
  const keeper = (table: string, filling: boolean) =>
    [...runners].find((one) => one.active && one.filling === filling && one.projection.table === table);
  const positions = createReadPositions(pool, logger, (table) => keeper(table, false) !== undefined);
  const applying: Applying = {
    pool,
    erasures,
    metrics,
    halted({ projection, filling }, { id, type, position }, error) {
      const event = { id, type, position };
      metrics?.halted(projection.table, position);
      logger.error({ table: projection.table, filling, event, err: error }, "A projection halted at an event that it cannot apply.");
    },
    moved({ projection, filling, position }) {
      if (!filling) positions.moved(projection.table, position);
    },
  };
  const session = createLockSession({
    pool,
    logger,
    tables: projections.map(({ table }) => table),
    async beat(acquired) {
      for (const table of acquired) unprepared.add(table);
      const held = projections.filter(({ table }) => session.held.has(table));
      for (const table of await performOpen(pool, held, options.recordSkip)) unprepared.add(table);
      await takeUp();
    },
    lost() {
      for (const runner of runners) runner.active = false;
      runners.clear();
      live.dissolve();
    },
  });

  /** Their checkpoints are read again at the next beat, and they catch up from there. */
  function failed(some: readonly Runner[], error: unknown): void {
    const tables = some.filter(({ active }) => active).map(({ projection }) => projection.table);
    for (const runner of some) runner.active = false;
    for (const table of tables) unprepared.add(table);
    if (!stopping) logger.warn({ err: error, tables }, "Projections lost their footing and start again from their checkpoints.");
  }

  /** Tables that are new to this process, or fell out of it, start from their checkpoints: one cohort for each position. */
  async function takeUp(): Promise<void> {
    if (stopping) return;
    for (const runner of runners) if (!runner.active) runners.delete(runner);
    const cohorts = new Map<number, Runner[]>();
    const failures: unknown[] = [];
    for (const projection of projections.filter(({ table }) => unprepared.has(table) && session.held.has(table))) {
      try {
        for (const runner of await prepareTable(pool, projection)) {
          if (keeper(projection.table, runner.filling) !== undefined) continue;
          runners.add(runner);
          cohorts.set(runner.position, [...(cohorts.get(runner.position) ?? []), runner]);
        }
        unprepared.delete(projection.table);
      } catch (error) {
        failures.push(error);
      }
    }
    for (const [position, cohort] of cohorts) begin(cohort, position);
    if (failures.length > 0) throw new AggregateError(failures, "Some read tables could not be prepared.", { cause: failures[0] });
  }

  function begin(cohort: readonly Runner[], after: number): void {
    const catching = catchUp(cohort, after).finally(() => catchingUp.delete(catching));
    catchingUp.add(catching);
  }

  async function catchUp(cohort: readonly Runner[], after: number): Promise<void> {
    const types = typesOf(cohort.map(({ projection }) => projection), erasures);
    const limit = () => (live.position === undefined ? PAGE_EVENTS_ALONE : PAGE_EVENTS_BESIDE_LIVE);
    try {
      for await (const page of logPages(log, after, types, limit)) {
        await inLane(() => applyPage(applying, cohort, page, "all"));
        if (stopping || !cohort.some(({ active }) => active)) return;
        if (page.atHead && page.events.length <= NEAR_EVENTS) break;
      }
      await inLane(() => inTurn(() => goLive(cohort, types)));
    } catch (error) {
      failed(cohort, error);
    }
  }

  /** Covers the last few events and joins; a filled copy takes its table's place. Nobody else applies anything meanwhile. */
  async function goLive(cohort: readonly Runner[], types: readonly string[]): Promise<void> {
    const tables = new Set(cohort.map(({ projection }) => projection.table));
    const others = [...runners].filter(({ active, projection }) => active && tables.has(projection.table));
    const until = Math.max(live.position ?? 0, ...others.map(({ position }) => position));
    const behind = () => cohort.filter(({ active, position }) => active && position < until);
    while (behind().length > 0) {
      const after = Math.min(...behind().map(({ position }) => position));
      await applyPage(applying, cohort, await log.readAll({ after, until, types, limit: PAGE_EVENTS_BESIDE_LIVE }), "all");
    }
    for (const runner of cohort.filter(({ active }) => active)) {
      const joining = runner.filling ? await replace(runner) : runner;
      if (!stopping) live.join(joining);
    }
  }

  async function replace(filled: Runner): Promise<Runner> {
    const swapped = await swapIn(pool, filled);
    const { table, version } = swapped.projection;
    for (const runner of runners) if (runner.projection.table === table) runner.active = false;
    runners.add(swapped);
    applying.moved(swapped);
    logger.info({ table, version, position: swapped.position }, "A rebuilt table took the place of the old one.");
    return swapped;
  }

  const kept = (table: string) => {
    const runner = keeper(table, false);
    if (runner !== undefined) return { position: runner.position, live: live.has(runner) };
    return keeper(table, true) === undefined ? undefined : { position: 0, live: false };
  };

  return {
    ...createOperations({ ...options, kept }),
    reached: (tables, position, timeoutMs) => positions.reached(tables, position, timeoutMs),
    start: () => session.start(),
    async stop() {
      stopping = true;
      live.dissolve();
      await Promise.all(catchingUp);
      await inTurn(() => storeCheckpoints(pool, runners));
      await session.stop();
    },
  };
}
