/** Tables that are behind read on by themselves in large pages, and join the live cohort when they are near its position. */
import type { EventLog } from "../event-log/event-log";
import type { Logger } from "../logging/logger";
import { applyPage } from "./apply-page";
import type { Applying } from "./commit-stretch";
import { FoldAhead } from "./fold-ahead";
import type { LiveCohort } from "./live-cohort";
import { logPages } from "./log-pages";
import { createTurns, typesOf, type InTurn, type Runner, type Runners } from "./runner";
import { swapIn } from "./table-copies";

export interface CatchUpOptions {
  readonly applying: Applying;
  readonly log: EventLog;
  readonly logger: Logger;
  readonly runners: Runners;
  readonly live: LiveCohort;
  /** The live cohort's turns: no live page is applied meanwhile. */
  readonly inTurn: InTurn;
  failed(runners: readonly Runner[], error: unknown): void;
}

/** Large pages while nobody is live, smaller ones where folding a page would keep live pages waiting. */
const PAGE_EVENTS_ALONE = 5_000;
const PAGE_EVENTS_BESIDE_LIVE = 1_000;
/** So near the head that the rest is read while the live cohort waits. */
const NEAR_EVENTS = 100;

export class CatchUp {
  readonly #options: CatchUpOptions;
  /** One page of one cohort at a time: however many catch up, one connection writes and one loads what comes next. */
  readonly #inLane = createTurns();
  readonly #running = new Set<Promise<void>>();
  #stopping = false;

  constructor(options: CatchUpOptions) {
    this.#options = options;
  }

  /** The runners stand at the same position. */
  begin(cohort: readonly Runner[]): void {
    const running = this.#run(cohort).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Does something between two pages: nothing is applied meanwhile, nor by the live cohort. */
  between<Result>(task: () => Promise<Result>): Promise<Result> {
    return this.#inLane(() => this.#options.inTurn(task));
  }

  /** Resolves after the pages in flight. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#running);
  }

  async #run(cohort: readonly Runner[]): Promise<void> {
    const { applying, log, live, failed } = this.#options;
    const types = typesOf(
      cohort.map(({ projection }) => projection),
      applying.erasures,
    );
    const limit = () => (live.position === undefined ? PAGE_EVENTS_ALONE : PAGE_EVENTS_BESIDE_LIVE);
    const ahead = new FoldAhead(applying, cohort);
    try {
      for await (const page of logPages(log, cohort[0]?.position ?? 0, types, limit)) {
        await this.#inLane(() => ahead.take(page));
        if (this.#stopping || !cohort.some(({ active }) => active)) return;
        if (page.atHead && page.events.length <= NEAR_EVENTS) break;
      }
      await this.#inLane(() => ahead.finish());
      await this.between(() => this.#goLive(cohort, types));
    } catch (error) {
      failed(cohort, error);
    }
  }

  /** Covers the last few events and joins; a filled copy takes its table's place. Nobody else applies anything meanwhile. */
  async #goLive(cohort: readonly Runner[], types: readonly string[]): Promise<void> {
    const { applying, log, live, runners } = this.#options;
    // A table must not go back, so a filled copy also catches up with the one it replaces.
    const replaced = cohort.map(({ projection }) => runners.keeper(projection.table, false)?.position ?? 0);
    const until = Math.max(live.position ?? 0, ...replaced);
    const behind = () => cohort.filter(({ active, position }) => active && position < until);
    while (behind().length > 0) {
      const after = Math.min(...behind().map(({ position }) => position));
      await applyPage(
        applying,
        cohort,
        await log.readAll({ after, until, types, limit: PAGE_EVENTS_BESIDE_LIVE }),
        "all",
      );
    }
    const current: Runner[] = [];
    for (const runner of cohort) {
      if (this.#stopping || !runner.active) continue;
      current.push(runner.filling ? await this.#replace(runner) : runner);
    }
    live.join(current);
  }

  async #replace(filled: Runner): Promise<Runner> {
    const { applying, logger, runners } = this.#options;
    const swapped = await swapIn(applying.pool, filled);
    const { table, version } = swapped.projection;
    // Who lost the table meanwhile does not keep the new one either.
    swapped.active = filled.active;
    runners.end(table);
    runners.add(swapped);
    applying.moved(swapped);
    logger.info({ table, version, position: swapped.position }, "A rebuilt table took the place of the old one.");
    return swapped;
  }
}
