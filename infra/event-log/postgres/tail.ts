/** One connection that listens and reads the end of the log, for all subscriptions of this process. */
import type { Client } from "pg";
import type { Logger } from "../../logging/logger";
import type { Clock } from "../../time/clock";
import { backoffMs } from "./backoff";
import { readHead, readNext } from "./reading";
import { Followers } from "../followers";
import { RecentEvents } from "../recent-events";
import { Bell, pause } from "../../time/waiting";

/** Notices can get lost with a connection that only looks alive, so the tail also looks by itself. */
const LOOK_EVERY_MS = 1_000;
const FAREWELL_MS = 1_000;
const PAGE_LIMIT = 1_000;

export interface TailOptions {
  readonly connect: () => Client;
  readonly clock: Clock;
  readonly logger: Pick<Logger, "warn">;
}

export class Tail {
  readonly #options: TailOptions;
  readonly #bell = new Bell();
  readonly #closing = new AbortController();
  readonly #followers = new Followers();
  #recent: RecentEvents | undefined;
  #running: Promise<void> | undefined;
  #announced = 0;
  #erasures = 0;

  constructor(options: TailOptions) {
    this.#options = options;
  }

  /** What is in memory; undefined until the tail has reached the log for the first time. */
  get recent(): RecentEvents | undefined {
    return this.#recent;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** The log goes up to this position now. */
  announce(position: number): void {
    this.#announced = Math.max(this.#announced, position);
    if (this.#recent === undefined || position > this.#recent.position) this.#bell.ring();
  }

  /** Streams were erased: what is in memory must not be served any more. */
  forget(): void {
    this.#erasures += 1;
    this.#recent?.forget();
  }

  /** Resolves when more than `position` is known, which may be a moment late where it holds nothing wanted, or the signal aborts. */
  async moved(position: number, wanted: ReadonlySet<string> | undefined, signal: AbortSignal): Promise<void> {
    if (this.#recent !== undefined && this.#recent.position > position) return;
    await this.#followers.next(wanted, signal);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#bell.ring();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { clock, logger } = this.#options;
    const closing = this.#closing.signal;
    let failures = 0;
    while (!closing.aborted) {
      try {
        await this.#listen(() => (failures = 0));
      } catch (error) {
        failures += 1;
        logger.warn({ err: error, failures }, "The log's listening connection broke and is made anew.");
        await pause(clock, backoffMs(failures), closing);
      }
    }
  }

  /** Until the connection breaks, which it throws, or the log closes. */
  async #listen(succeeded: () => void): Promise<void> {
    const client = this.#options.connect();
    const broken = new AbortController();
    const onBroken = (error?: Error) => {
      broken.abort(error ?? new Error("Connection terminated"));
      this.#bell.ring();
    };
    client.on("error", onBroken).on("end", onBroken);
    client.on("notification", ({ payload }) => this.#hear(payload));
    try {
      await client.connect();
      await client.query("LISTEN event_log");
      // Erasures may have gone unheard while nobody listened.
      this.#recent?.forget();
      this.#recent ??= new RecentEvents(await readHead(client));
      this.#followers.tellAll();
      while (!this.#closing.signal.aborted) {
        const announced = this.#announced;
        await this.#readOn(client, this.#recent);
        succeeded();
        // What was announced while reading is news only where reading did not reach it.
        const known = this.#announced === announced || this.#announced <= this.#recent.position;
        if (known) await this.#news(broken.signal);
        broken.signal.throwIfAborted();
      }
    } finally {
      const farewell = new AbortController();
      // A server that froze never says goodbye.
      await Promise.race([client.end().catch(onBroken), pause(this.#options.clock, FAREWELL_MS, farewell.signal)]);
      farewell.abort();
    }
  }

  #hear(payload: string | undefined): void {
    if (payload === "erased") this.forget();
    else this.announce(Number(payload));
  }

  async #readOn(client: Client, recent: RecentEvents): Promise<void> {
    for (let atHead = false; !atHead && !this.#closing.signal.aborted;) {
      const erasures = this.#erasures;
      const page = await readNext(client, { after: recent.position, limit: PAGE_LIMIT });
      // A page read while streams were erased may still hold their events.
      if (erasures !== this.#erasures) continue;
      atHead = page.atHead;
      if (page.position === recent.position) continue;
      recent.add(page);
      this.#followers.tell(page.events);
    }
  }

  async #news(broken: AbortSignal): Promise<void> {
    if (broken.aborted || this.#closing.signal.aborted) return;
    this.#bell.hush();
    const cancel = this.#options.clock.after(LOOK_EVERY_MS, () => this.#bell.ring());
    await this.#bell.next();
    cancel();
  }
}
