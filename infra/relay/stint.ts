/** One go at publishing, from the checkpoint until something fails: nothing is sent twice in it, left out, or overtaken. */
import type { Pool } from "pg";
import type { EventLog } from "../event-log/event-log";
import type { Lease } from "../leases/leases";
import { batchesOf, type Batch } from "./outgoing-batches";
import { endedAmong, moveCheckpoint, readCheckpoint, secureStill } from "./checkpoint";
import type { Relay, RelaySession, RelaySink } from "./relay";

export interface StintParts {
  readonly relay: Relay;
  readonly pool: Pool;
  readonly log: EventLog;
  readonly sink: RelaySink;
  /** After each batch that was acknowledged and checkpointed. */
  succeeded(): void;
}

const PAGE_EVENTS_MAX = 500;
/** Kafka's client polls an idle connection every millisecond. */
const IDLE_MS_MAX = 2_000;
/** How long what is under way may take to end in good order once the lease is to be given back. */
const LEAVE_MS_MAX = 2_000;
/** Events that nobody is told of move the checkpoint this often at most. */
const QUIET_MS_MIN = 1_000;

/** Resolves when the lease's signal aborts. Rejects at the first failure, and with LeaseLost where somebody else publishes. */
export async function runStint(parts: StintParts, lease: Lease): Promise<void> {
  const { relay, pool, log } = parts;
  const { signal } = lease;
  await parts.sink.prepare();
  const { sessionId, position, generation } = await readCheckpoint(pool, lease);
  const sending = new Sending(parts, lease, sessionId);
  let savedAt = performance.now();
  try {
    const pages = log.subscribe({ after: position, types: [...relay.types], limit: PAGE_EVENTS_MAX, signal });
    for await (const page of pages) {
      for (const batch of batchesOf(relay, page.events, generation)) {
        if (signal.aborted) return;
        await sending.publish(batch);
        savedAt = performance.now();
      }
      if (performance.now() - savedAt < QUIET_MS_MIN || signal.aborted) continue;
      await moveCheckpoint(pool, lease, { position: page.position, published: 0, ended: [] });
      savedAt = performance.now();
    }
  } finally {
    await sending.end();
  }
}

/** The session of a stint: opened when there is something to send, closed while there is not. */
class Sending {
  readonly #parts: StintParts;
  readonly #lease: Lease;
  readonly #sessionId: string;
  #session: RelaySession | undefined;
  #idle: NodeJS.Timeout | undefined;
  #ending: Promise<void> = Promise.resolve();
  #patience: NodeJS.Timeout | undefined;
  readonly #leave = () => {
    this.#patience = setTimeout(() => this.#session?.breakOff(), LEAVE_MS_MAX);
  };

  constructor(parts: StintParts, lease: Lease, sessionId: string) {
    this.#parts = parts;
    this.#lease = lease;
    this.#sessionId = sessionId;
    lease.signal.addEventListener("abort", this.#leave, { once: true });
  }

  async publish({ records, position }: Batch): Promise<void> {
    clearTimeout(this.#idle);
    const { pool, relay } = this.#parts;
    const ended = await endedAmong(pool, relay.name, [...new Set(records.map(({ key }) => key))]);
    const due = records.filter(({ key }) => !ended.has(key));
    this.#session ??= await this.#open();
    if (due.length > 0) await this.#session.send(due);
    const endedNow = due.filter(({ value }) => value === null).map(({ key }) => key);
    await moveCheckpoint(pool, this.#lease, { position, published: due.length, ended: endedNow });
    this.#parts.succeeded();
    this.#idle = setTimeout(() => void this.#close(), IDLE_MS_MAX);
  }

  /**
   * The lease is asked for after the session was opened: whoever takes it from now on opens a later session, which ends this
   * one. So a process that is frozen at any moment can, when it goes on, send nothing that comes after what its successor sent.
   */
  async #open(): Promise<RelaySession> {
    await this.#ending;
    const session = await this.#parts.sink.open(this.#sessionId);
    try {
      await secureStill(this.#parts.pool, this.#lease);
    } catch (error) {
      await session.end();
      throw error;
    }
    return session;
  }

  #close(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    if (session !== undefined) this.#ending = session.end();
    return this.#ending;
  }

  async end(): Promise<void> {
    clearTimeout(this.#idle);
    clearTimeout(this.#patience);
    this.#lease.signal.removeEventListener("abort", this.#leave);
    await this.#close();
  }
}
