/** All tables that are up to date share one subscription: each page is read once and brought into all of them at once. */
import type { EventLog, LogPage } from "../event-log/event-log";
import { systemClock } from "../time/clock";
import type { InTurn, Runner } from "./runner";

export interface LiveCohortOptions {
  readonly log: EventLog;
  /** What these tables are about: events of other types are not read. */
  types(runners: readonly Runner[]): readonly string[];
  /** Alone with the cohort: no page is applied and nobody joins meanwhile. */
  readonly inTurn: InTurn;
  apply(runners: readonly Runner[], page: LogPage): Promise<void>;
  /** Writes the checkpoints of those who met nothing of theirs. */
  store(runners: readonly Runner[]): Promise<void>;
  failed(runners: readonly Runner[], error: unknown): void;
}

const PAGE_EVENTS_MAX = 500;
/** Readers in other processes see checkpoints without rows this late; under load it saves writing them with every page. */
const STORE_AFTER_MS = 10;
/** While pages keep coming: all tables' checkpoints cost as much as the rows of some pages. */
const STORE_EVERY_MS = 25;

export class LiveCohort {
  readonly #options: LiveCohortOptions;
  #members: readonly Runner[] = [];
  #position: number | undefined;
  #following = new AbortController();
  #types = "";
  #storing = false;
  /** By the monotonic clock. */
  #storedAt = -STORE_EVERY_MS;

  constructor(options: LiveCohortOptions) {
    this.#options = options;
  }

  /** Everything up to here is in every member's table; undefined while there is no cohort. */
  get position(): number | undefined {
    return this.#position;
  }

  has(runner: Runner): boolean {
    return this.#members.includes(runner);
  }

  /** To be called in a turn, with runners that are not behind the cohort. The first ones found it where they stand together. */
  join(runners: readonly Runner[]): void {
    this.#members = [...this.#members, ...runners];
    this.#position ??= runners[0]?.position;
    this.tidy();
  }

  /** To be called in a turn: the log is read for those alone that are still active. */
  tidy(): void {
    this.#members = this.#members.filter(({ active }) => active);
    if (this.#position === undefined) return;
    if (this.#members.length === 0) return this.dissolve();
    const types = this.#options.types(this.#members);
    if (types.join() === this.#types) return;
    this.#following.abort();
    this.#following = new AbortController();
    this.#types = types.join();
    void this.#follow(this.#position, types, this.#following.signal);
  }

  dissolve(): void {
    this.#following.abort();
    this.#members = [];
    this.#position = undefined;
    this.#types = "";
  }

  async #follow(after: number, types: readonly string[], signal: AbortSignal): Promise<void> {
    const { log, inTurn, apply } = this.#options;
    try {
      for await (const page of log.subscribe({ after, types, limit: PAGE_EVENTS_MAX, signal })) {
        await inTurn(async () => {
          if (signal.aborted) return;
          await apply(this.#members, page);
          // A cohort that was dissolved meanwhile has no position any more, and another one has its own.
          if (this.#following.signal === signal && this.#position !== undefined) this.#position = page.position;
        });
        this.#storeSoon();
      }
    } catch (error) {
      this.#failed(signal, error);
    }
  }

  #storeSoon(): void {
    if (this.#storing) return;
    this.#storing = true;
    const sinceMs = performance.now() - this.#storedAt;
    systemClock.after(Math.max(STORE_AFTER_MS, STORE_EVERY_MS - sinceMs), () => {
      this.#storing = false;
      this.#storedAt = performance.now();
      const { inTurn, store } = this.#options;
      inTurn(() => store(this.#members.filter(({ active }) => active))).catch((error: unknown) =>
        this.#failed(this.#following.signal, error),
      );
    });
  }

  #failed(signal: AbortSignal, error: unknown): void {
    if (signal.aborted) return;
    const lost = this.#members;
    this.dissolve();
    this.#options.failed(lost, error);
  }
}
