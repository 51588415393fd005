/** A database, a log and a clock on which process managers play; each runner has connections of its own, as a process has. */
import type { Pool } from "pg";
import { eventLogMigrations } from "../../infra/event-log/postgres/migrations";
import { createPostgresLog } from "../../infra/event-log/postgres/postgres-log";
import type { EventLog } from "../../infra/event-log/event-log";
import { createIds } from "../../infra/ids/ids";
import { silentLogger } from "../../infra/logging/logger";
import { createPool } from "../../infra/postgres/pool";
import type { ProcessSettings } from "../../infra/process-manager/engine";
import { processMigrations } from "../../infra/process-manager/migrations";
import type { Process } from "../../infra/process-manager/process-manager";
import { createProcessRunner, type ProcessRunner } from "../../infra/process-manager/runner";
import type { Clock } from "../../infra/time/clock";
import { createTestDatabase, type TestDatabase } from "./database";
import { onDuty } from "./on-duty";
import { TestClock } from "./test-clock";

export interface RunnerOptions {
  readonly clock?: Clock;
  readonly log?: Pick<EventLog, "head" | "readAll" | "subscribe">;
  readonly settings?: Partial<ProcessSettings>;
}

export interface StageRunner extends ProcessRunner {
  readonly pool: Pool;
}

export class ProcessStage {
  readonly #stops: (() => Promise<void>)[] = [];
  readonly #ids;

  private constructor(
    readonly database: TestDatabase,
    readonly log: EventLog,
    readonly clock: TestClock,
  ) {
    this.#ids = createIds(clock);
  }

  static async open(): Promise<ProcessStage> {
    const clock = new TestClock();
    const database = await createTestDatabase({ migrations: [...eventLogMigrations, ...processMigrations] });
    const log = createPostgresLog({ pool: database.pool, connection: { url: database.url }, clock });
    return new ProcessStage(database, log, clock);
  }

  /** Started, and stopped with the stage if not before. */
  async runner(
    processes: readonly Process[],
    { clock = this.clock, log = this.log, settings = {} }: RunnerOptions = {},
  ): Promise<StageRunner> {
    const pool = createPool({ url: this.database.url });
    const ids = createIds(clock);
    const name = ids.next();
    const engine = { pool, log, clock, ids, logger: silentLogger, runner: name };
    const runner = await onDuty(createProcessRunner({ ...engine, processes, settings }), pool, name);
    let stopped: Promise<void> | undefined;
    const stop = () => (stopped ??= runner.stop().finally(() => pool.end()));
    this.#stops.push(stop);
    return { ...runner, pool, stop };
  }

  /** Appends events of one business, each in a stream of its own, and answers the last one's position. */
  async happened(type: string, ...data: readonly object[]): Promise<number> {
    const positions = data.map((one) => this.#append(type, one, "business-1"));
    return Math.max(...(await Promise.all(positions)));
  }

  async happenedTo(businessId: string, type: string, data: object): Promise<number> {
    return this.#append(type, data, businessId);
  }

  async rows<Row>(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return (await this.database.pool.query(sql, [...values])).rows as Row[];
  }

  async states(): Promise<Readonly<Record<string, unknown>>> {
    const sql = "SELECT instance, state FROM operational.process_instances ORDER BY instance";
    const rows = await this.rows<{ instance: string; state: unknown }>(sql);
    return Object.fromEntries(rows.map(({ instance, state }) => [instance, state]));
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) await stop();
    await this.log.close();
    await this.database.drop();
  }

  async #append(type: string, data: object, businessId: string): Promise<number> {
    const id = this.#ids.next();
    const actor = { kind: "system" as const, id: "test" };
    const occurredAt = this.clock.now().toISOString();
    const cause = { commandId: id, correlationId: id, causationId: id };
    const metadata = { businessId, actor, ...cause, occurredAt, schemaVersion: 1 };
    const outcome = await this.log.append({
      stream: `test-${id}`,
      expected: "any",
      events: [{ id, type, data, metadata }],
      commandId: id,
    });
    if (outcome.kind !== "appended") throw new Error(`The log answered ${outcome.kind}.`);
    return outcome.position;
  }
}
