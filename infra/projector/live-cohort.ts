/** All tables that are up to date share one subscription: each page is read once and brought into all of them at once. */
import type { EventLog, LogPage } from "../event-log/event-log";
import { systemClock } from "../time/clock";
import type { Runner } from "./runner";

export interface LiveCohortOptions {
  readonly log: EventLog;
  readonly types: readonly string[];
  /** Alone with the cohort: no page is applied and nobody joins meanwhile. */
  readonly turn: <Result>(task: () => Promise<Result>) => Promise<Result>;
  apply(runners: readonly Runner[], page: LogPage): Promise<void>;
  /** Writes the checkpoints of those who met nothing of theirs. */
  store(runners: readonly Runner[]): Promise<void>;
  failed(runners: readonly Runner[], error: unknown): void;
}

export interface LiveCohort {
  /** Everything up to here is in every member's table; undefined while there is no cohort. */
  readonly position: number | undefined;
  has(runner: Runner): boolean;
  /** To be called in a turn, with a runner that is not behind the cohort. The first one founds it where it stands. */
  join(runner: Runner): void;
  dissolve(): void;
}

const PAGE_EVENTS_MAX = 500;
/** Readers in other processes see checkpoints without rows this late; under load it saves writing them with every page. */
const STORE_AFTER_MS = 10;

export function createLiveCohort(options: LiveCohortOptions): LiveCohort {
  const { log, types, turn } = options;
  let members: readonly Runner[] = [];
  let position: number | undefined;
  let following = new AbortController();
  let storing = false;

  function dissolve(): void {
    following.abort();
    members = [];
    position = undefined;
  }

  function failed(signal: AbortSignal, error: unknown): void {
    if (signal.aborted) return;
    const lost = members;
    dissolve();
    options.failed(lost, error);
  }

  async function follow(after: number, signal: AbortSignal): Promise<void> {
    try {
      for await (const page of log.subscribe({ after, types, limit: PAGE_EVENTS_MAX, signal })) {
        await turn(async () => {
          if (signal.aborted) return;
          await options.apply(members, page);
          if (!signal.aborted) position = page.position;
        });
        storeSoon(signal);
      }
    } catch (error) {
      failed(signal, error);
    }
  }

  function storeSoon(signal: AbortSignal): void {
    if (storing) return;
    storing = true;
    systemClock.after(STORE_AFTER_MS, () => {
      storing = false;
      void turn(async () => {
        if (!signal.aborted) await options.store(members);
      }).catch((error: unknown) => failed(signal, error));
    });
  }

  return {
    get position() {
      return position;
    },
    has: (runner) => members.includes(runner),
    join(runner) {
      members = [...members.filter(({ active }) => active), runner];
      if (position !== undefined) return;
      position = runner.position;
      following = new AbortController();
      void follow(position, following.signal);
    },
    dissolve,
  };
}
