/** Appends that wait at the same moment go to the database together; each gets its own outcome, whatever its neighbours do. */
import { isConnectionLoss } from "../../postgres/connection-loss";
import type { Clock } from "../../time/clock";
import { LogUnavailable, type AppendOutcome } from "../event-log";
import { backoffMs } from "./backoff";
import type { EncodedAppend } from "./encoded-append";

const APPENDS_MAX = 256;
const CHARACTERS_MAX = 8 * 1024 * 1024;
const GIVE_UP_AFTER_MS = 10_000;

interface Waiting {
  readonly append: EncodedAppend;
  readonly giveUpAt: number;
  resolve(outcome: AppendOutcome): void;
  reject(error: Error): void;
}

export interface GroupCommitOptions {
  /** Appends a batch; all or nothing where it rejects. */
  readonly commit: (batch: readonly EncodedAppend[]) => Promise<readonly AppendOutcome[]>;
  /** Called after each commit, before its callers go on. */
  readonly committed: (outcomes: readonly AppendOutcome[]) => void;
  readonly clock: Clock;
}

export class GroupCommit {
  readonly #options: GroupCommitOptions;
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  #closed = false;
  #failures = 0;

  constructor(options: GroupCommitOptions) {
    this.#options = options;
  }

  /** Throws LogUnavailable where the database did not take the append in time; it may or may not be in the log then. */
  add(append: EncodedAppend): Promise<AppendOutcome> {
    if (this.#closed) return Promise.reject(new LogUnavailable("The log is closed."));
    const giveUpAt = this.#options.clock.now().getTime() + GIVE_UP_AFTER_MS;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ append, giveUpAt, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Takes no more appends and resolves when those that wait have their outcomes. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Whatever has already arrived at this process is read first, and what it appends goes along: a third more gets done.
      await new Promise((resolve) => void setImmediate(resolve));
      await this.#commit(this.#takeBatch());
      if (this.#failures > 0) await this.#pause();
    }
    this.#running = undefined;
  }

  #takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    const repetitions: Waiting[] = [];
    const seen = new Set<string>();
    let characters = 0;
    let taken = 0;
    for (const waiting of this.#waiting) {
      if (batch.length === APPENDS_MAX || characters > CHARACTERS_MAX) break;
      taken += 1;
      const keys = identities(waiting.append);
      // A repetition of an append waits for the next batch, where the first one's answer can be looked up.
      if (keys.some((key) => seen.has(key))) {
        repetitions.push(waiting);
        continue;
      }
      for (const key of keys) seen.add(key);
      characters += waiting.append.characters;
      batch.push(waiting);
    }
    this.#waiting = [...repetitions, ...this.#waiting.slice(taken)];
    return batch;
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await this.#options.commit(batch.map(({ append }) => append));
      this.#failures = 0;
      this.#options.committed(outcomes);
      outcomes.forEach((outcome, index) => batch[index]?.resolve(outcome));
    } catch (error) {
      if (isConnectionLoss(error)) this.#putBack(batch, error);
      else await this.#isolate(batch, error);
    }
  }

  /** Whether the batch was committed is unknown; asking again with the same ids is answered as a repetition where it was. */
  #putBack(batch: readonly Waiting[], cause: Error): void {
    this.#failures += 1;
    const now = this.#options.clock.now().getTime();
    const all = [...batch, ...this.#waiting];
    this.#waiting = all.filter(({ giveUpAt }) => giveUpAt > now);
    for (const { giveUpAt, reject } of all) {
      if (giveUpAt <= now) reject(new LogUnavailable("The log did not take the append in time.", { cause }));
    }
  }

  /** One append that the database refuses must not fail the others: each goes alone. */
  async #isolate(batch: readonly Waiting[], cause: unknown): Promise<void> {
    const [only, ...others] = batch;
    if (only !== undefined && others.length === 0) only.reject(asError(cause));
    else for (const waiting of batch) await this.#commit([waiting]);
  }

  #pause(): Promise<void> {
    // The first repetition is immediate: most often one connection broke and the server is well.
    if (this.#failures === 1) return Promise.resolve();
    return new Promise((resolve) => void this.#options.clock.after(backoffMs(this.#failures - 1), resolve));
  }
}

/** Two appends that share one of these are the same append. */
function identities({ stream, commandId, lastId }: EncodedAppend): readonly string[] {
  return [`command ${commandId} ${stream}`, `event ${lastId} ${stream}`];
}

function asError(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause));
}
