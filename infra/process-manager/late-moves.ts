/** Checkpoints that moved over nothing of their manager's are written a moment later, those of all managers here in one statement. */
import type { Pool } from "pg";
import type { Logger } from "../logging/logger";
import { systemClock } from "../time/clock";
import type { Member } from "./events";

/** What one cohort folds. `settling` is set while somebody moves its checkpoints, and never rejects. */
export interface Following {
  readonly manager: string;
  readonly members: readonly Member[];
  settling: Promise<void> | undefined;
  /** Checkpoints of all members are where the members are. */
  written(): void;
  /** One of them is not where this process left it. */
  superseded(): void;
}

/** All managers see a page within a moment; who waits for a position waits for so much longer. */
const WRITE_AFTER_MS = 3;
/** While pages keep coming: written with each of them, checkpoints would cost as much as what is made of the pages. */
const WRITE_EVERY_MS = 25;
const AFTER_FAILURE_MS = 1_000;

/** What `moving` does for one, for several managers. A crash that loses this loses nothing, so nobody waits for the disk. */
const MOVE_LATE = {
  name: "process-managers-move-late",
  text: `WITH late AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true) AS commit),
  mine AS MATERIALIZED (
    SELECT c.manager, c.shard, given.position FROM operational.process_checkpoints c
    JOIN unnest($1::text[], $2::integer[], $3::integer[], $4::bigint[], $5::bigint[])
      AS given (manager, shards, shard, stored, position)
      ON c.manager = given.manager AND c.shards = given.shards AND c.shard = given.shard AND c.position = given.stored
    WHERE c.halted IS NULL AND (SELECT commit FROM late) = 'off' ORDER BY c.manager, c.shard FOR UPDATE OF c)
  UPDATE operational.process_checkpoints c SET position = mine.position FROM mine
  WHERE c.manager = mine.manager AND c.shard = mine.shard RETURNING c.manager, c.shard`,
};

interface Move {
  readonly following: Following;
  readonly member: Member;
  readonly stored: number;
  readonly position: number;
}

const isLate = ({ stored, position }: Member): boolean => stored < position;

export class LateMoves {
  readonly #waiting = new Set<Following>();
  #callOff: (() => void) | undefined;
  /** By the monotonic clock. */
  #writtenAt = -WRITE_EVERY_MS;

  constructor(private readonly engine: { readonly pool: Pool; readonly logger: Pick<Logger, "warn"> }) {}

  /** Nothing of these is being written. */
  soon(following: Following): void {
    this.#waiting.add(following);
    const sinceMs = performance.now() - this.#writtenAt;
    this.#callOff ??= systemClock.after(Math.max(WRITE_AFTER_MS, WRITE_EVERY_MS - sinceMs), () => void this.#write());
  }

  /** Writes what is late of these, and forgets them. Rejects where the database does; then somebody reads the same again. */
  async now(following: Following): Promise<void> {
    this.#waiting.delete(following);
    await following.settling;
    // What was under way may have failed, and wait to be tried again.
    this.#waiting.delete(following);
    await this.#move([following]);
  }

  async #write(): Promise<void> {
    this.#callOff = undefined;
    this.#writtenAt = performance.now();
    const free = [...this.#waiting].filter(({ settling }) => settling === undefined);
    for (const one of free) this.#waiting.delete(one);
    const moving = this.#move(free).catch((err: unknown) => {
      this.engine.logger.warn({ err }, "Checkpoints of process managers could not be written; it is tried again.");
      for (const one of free) this.#waiting.add(one);
      this.#callOff ??= systemClock.after(AFTER_FAILURE_MS, () => void this.#write());
    });
    for (const one of free) one.settling = moving;
    await moving;
    for (const one of free) one.settling = undefined;
  }

  async #move(all: readonly Following[]): Promise<void> {
    const moves = all.flatMap((following) =>
      following.members
        .filter(isLate)
        .map((member) => ({ following, member, stored: member.stored, position: member.position })),
    );
    if (moves.length > 0) await this.#moveAll(moves);
    for (const following of all) if (!following.members.some(isLate)) following.written();
  }

  async #moveAll(moves: readonly Move[]): Promise<void> {
    const values = [
      moves.map(({ following }) => following.manager),
      moves.map(({ member }) => member.shard.shards),
      moves.map(({ member }) => member.shard.shard),
      moves.map(({ stored }) => stored),
      moves.map(({ position }) => position),
    ];
    const { rows } = await this.engine.pool.query<{ manager: string; shard: number }>({ ...MOVE_LATE, values });
    for (const { following, member, position } of moves) {
      if (rows.some(({ manager, shard }) => manager === following.manager && shard === member.shard.shard))
        member.stored = position;
      else following.superseded();
    }
  }
}
