/** One connection's life among the holders: what it holds ends with the connection, or when it was silent for too long. */
import type { Pool, PoolClient, QueryResult } from "pg";
import { systemClock } from "../time/clock";
import type { Place, Seeker } from "./sharing";

export type Wants = Readonly<Record<string, readonly string[]>>;

export interface MembershipOptions {
  readonly pool: Pool;
  readonly runner: string;
  readonly wants: Wants;
  readonly leaseMs: number;
  /** Another process gave something back. */
  heard(): void;
  /** Nothing is held any more: the connection broke, or no renewal was answered in time. */
  over(error: Error | undefined): void;
}

export interface Sight {
  readonly seekers: readonly Seeker[];
  readonly places: readonly Place[];
}

const CHANNEL = "leases";
/** Whoever comes and goes again at once moves nothing. */
const SETTLED_AFTER_MS = 1_000;
const JOIN = `
  INSERT INTO operational.lease_holders (runner, wants, expires_at, backend_pid, backend_start)
  SELECT $1, $2, clock_timestamp() + $3 * interval '1 millisecond', a.pid, a.backend_start
  FROM pg_stat_activity a WHERE a.pid = pg_backend_pid() RETURNING holder`;
const NAME = `INSERT INTO operational.leases (kind, name)
  SELECT given.kind, given.name FROM unnest($1::text[], $2::text[]) AS given (kind, name)
  WHERE NOT EXISTS (SELECT 1 FROM operational.leases l WHERE l.kind = given.kind AND l.name = given.name)
  ON CONFLICT DO NOTHING`;
const FORGET = "DELETE FROM operational.lease_holders WHERE expires_at < clock_timestamp() - interval '1 minute'";
// A holder that was late may have renewed since it was seen, so life is looked at again. Of a row that somebody else changes while
// this waits for it, Postgres asks again what its own columns say and nothing of other tables: there, the fence has to be as seen.
const TAKE = `
  WITH free AS MATERIALIZED (
    SELECT l.kind, l.name FROM operational.leases l
    JOIN unnest($2::text[], $3::text[], $4::bigint[]) AS seen (kind, name, fence) USING (kind, name, fence)
    WHERE NOT EXISTS (SELECT 1 FROM operational.live_lease_holders h WHERE h.holder = l.holder)
    ORDER BY l.kind, l.name FOR UPDATE OF l SKIP LOCKED)
  UPDATE operational.leases l SET holder = $1, fence = nextval('operational.lease_fences') FROM free
  WHERE l.kind = free.kind AND l.name = free.name RETURNING l.kind, l.name, l.holder, l.fence`;
const GIVE_BACK = `WITH given AS (
    UPDATE operational.leases SET holder = NULL WHERE holder = $1 AND fence = ANY ($2) RETURNING kind)
  SELECT pg_notify('${CHANNEL}', kind) FROM (SELECT DISTINCT kind FROM given) AS kinds`;
const WANT = "UPDATE operational.lease_holders SET wants = $2 WHERE holder = $1";
const LEAVE = "DELETE FROM operational.lease_holders WHERE holder = $1";

/** Renews and looks in one round trip. A renewal that a crash of the database forgets was of a connection that is gone too. */
const look = (holder: number, leaseMs: number) => `
  SELECT set_config('synchronous_commit', 'off', true);
  UPDATE operational.lease_holders SET expires_at = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    WHERE holder = ${holder};
  SELECT holder, wants, joined_at < clock_timestamp() - ${SETTLED_AFTER_MS} * interval '1 millisecond' AS settled
    FROM operational.live_lease_holders ORDER BY holder;
  SELECT kind, name, holder, fence FROM operational.leases ORDER BY kind, name`;

export class Membership {
  readonly #options: MembershipOptions;
  readonly #client: PoolClient;
  #last: Promise<unknown> = Promise.resolve();
  #holder = 0;
  /** By this process's monotonic clock, and before the database's: it counts from before the renewal was sent. */
  #until: number;
  #over = false;
  #callOff: () => void = () => undefined;

  static async join(options: MembershipOptions): Promise<Membership> {
    const membership = new Membership(options, await options.pool.connect());
    try {
      await membership.#join();
    } catch (error) {
      membership.end(error instanceof Error ? error : undefined);
      throw error;
    }
    return membership;
  }

  private constructor(options: MembershipOptions, client: PoolClient) {
    this.#options = options;
    this.#client = client;
    this.#until = performance.now() + options.leaseMs;
    const ended = (error?: Error) => this.end(error);
    client.on("error", ended).on("end", ended);
    client.on("notification", () => options.heard());
  }

  get holder(): number {
    return this.#holder;
  }

  /** Asked of the clock and not of a timer: a process that was frozen may go on before its timers do. */
  isOver(): boolean {
    if (!this.#over && performance.now() >= this.#until)
      this.end(new Error("No renewal of the leases was answered in time."));
    return this.#over;
  }

  async #join(): Promise<void> {
    const { runner, wants, leaseMs } = this.#options;
    await this.#query(`LISTEN ${CHANNEL}`);
    await this.#query(FORGET);
    const pairs = Object.entries(wants).flatMap(([kind, names]) => names.map((name) => [kind, name]));
    await this.#query(NAME, [pairs.map(([kind]) => kind), pairs.map(([, name]) => name)]);
    await this.#renewing(async () => {
      const { rows } = await this.#query<{ holder: number }>(JOIN, [runner, JSON.stringify(wants), leaseMs]);
      this.#holder = rows[0]?.holder ?? 0;
    });
  }

  /** The connection answers one after another. */
  #query<Row extends object>(text: string, values?: unknown[]): Promise<QueryResult<Row>> {
    const answer = this.#last.then(() => this.#client.query<Row>(text, values));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #renewing<Result>(send: () => Promise<Result>): Promise<Result> {
    const until = performance.now() + this.#options.leaseMs;
    const result = await send();
    if (this.isOver()) throw new Error("The leases ran out before their renewal was answered.");
    this.#until = until;
    this.#watch();
    return result;
  }

  /** A timer may come a moment before its time, and is then set again. */
  #watch(): void {
    this.#callOff();
    this.#callOff = systemClock.after(this.#until - performance.now(), () =>
      this.isOver() ? undefined : this.#watch(),
    );
  }

  async look(): Promise<Sight> {
    const text = look(this.#holder, this.#options.leaseMs);
    const results = await this.#renewing(async () => {
      return (await this.#query(text)) as unknown as readonly QueryResult<object>[];
    });
    const [, renewed, seekers, places] = results;
    if (renewed?.rowCount !== 1) this.end(new Error("The process was taken for dead."));
    const living = (seekers?.rows ?? []) as readonly Seeker[];
    const alive = new Set(living.map(({ holder }) => holder));
    return {
      seekers: living,
      places: ((places?.rows ?? []) as readonly Place[]).map((place) =>
        place.holder !== null && alive.has(place.holder) ? place : { ...place, holder: null },
      ),
    };
  }

  /** Those of them that are free and were taken by nobody since they were seen, which are ours from now on. */
  async take(places: readonly Place[]): Promise<readonly Place[]> {
    const [kinds, names, fences] = [
      places.map(({ kind }) => kind),
      places.map(({ name }) => name),
      places.map(({ fence }) => fence),
    ];
    return (await this.#query<Place>(TAKE, [this.#holder, kinds, names, fences])).rows;
  }

  async giveBack(fences: readonly number[]): Promise<void> {
    await this.#query(GIVE_BACK, [this.#holder, fences]);
  }

  /** From now on others count without us. */
  async wantNothing(): Promise<void> {
    await this.#query(WANT, [this.#holder, "{}"]);
  }

  async leave(): Promise<void> {
    try {
      await this.#query(LEAVE, [this.#holder]);
    } finally {
      this.end(undefined);
    }
  }

  /** Ends the connection, and with it whatever is held. */
  end(error: Error | undefined): void {
    if (this.#over) return;
    this.#over = true;
    this.#callOff();
    this.#client.release(true);
    this.#options.over(error);
  }
}
