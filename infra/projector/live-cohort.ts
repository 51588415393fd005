/** All tables that are up to date share one subscription: each page is read once and brought into all of them at once. */
import type { EventLog, LogPage } from "../event-log/event-log";
import { systemClock } from "../time/clock";
import type { InTurn, Runner } from "./runner";

export interface LiveCohortOptions {
  readonly log: EventLog;
  readonly types: readonly string[];
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

export class LiveCohort {
  readonly #options: LiveCohortOptions;
  #members: readonly Runner[] = [];
  #position: number | undefined;
  #following = new AbortController();
  #storing = false;

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

  /** To be called in a turn, with a runner that is not behind the cohort. The first one founds it where it stands. */
  join(runner: Runner): void {
    this.#members = [...this.#members.filter(({ active }) => active), runner];
    if (this.#position !== undefined) return;
    this.#position = runner.position;
    this.#following = new AbortController();
    void this.#follow(runner.position, this.#following.signal);
  }

  dissolve(): void {
    this.#following.abort();
    this.#members = [];
    this.#position = undefined;
  }

  async #follow(after: number, signal: AbortSignal): Promise<void> {
    const { log, types, inTurn, apply } = this.#options;
    try {
      for await (const page of log.subscribe({ after, types, limit: PAGE_EVENTS_MAX, signal })) {
        await inTurn(async () => {
          if (signal.aborted) return;
          await apply(this.#members, page);
          // A cohort that was dissolved meanwhile has no position any more, and another one has its own.
          if (this.#following.signal === signal && this.#position !== undefined) this.#position = page.position;
        });
        this.#storeSoon(signal);
      }
    } catch (error) {
      this.#failed(signal, error);
    }
  }

  #storeSoon(signal: AbortSignal): void {
    if (this.#storing) return;
    this.#storing = true;
    systemClock.after(STORE_AFTER_MS, () => {
      this.#storing = false;
      const { inTurn, store } = this.#options;
      inTurn(async () => (signal.aborted ? undefined : store(this.#members))).catch((error: unknown) =>
        this.#failed(signal, error),
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
