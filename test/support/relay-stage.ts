/** A log of alerts, processes that publish it to a topic, and what arrives there. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { eventTypeExamples } from "../../domain/event-type-examples";
import { createPostgresLog } from "../../infra/event-log/postgres/postgres-log";
import type { EventLog } from "../../infra/event-log/event-log";
import { createIds } from "../../infra/ids/ids";
import { systemClock } from "../../infra/time/clock";
import { createTestDatabase, type TestDatabase } from "./database";
import { createTopic } from "./kafka-topic";
import { watchTopic, type WatchedTopic } from "./watched-topic";
import { WITH_TYPESCRIPT } from "./with-typescript";

const ids = createIds(systemClock);
let topics = 0;

export interface RelayStage {
  readonly database: TestDatabase;
  readonly log: EventLog;
  readonly topic: string;
  readonly watched: WatchedTopic;
  /** Tells of a business `count` more times; gives the public ids in order, two for each. */
  alerts(businessId: string, count: number, title?: string): Promise<readonly string[]>;
  removed(businessId: string): Promise<void>;
  /** Starts a process that publishes; see `relay-process.ts` for the point at which it ends or freezes. */
  publisher(point?: string, to?: string): ChildProcess;
  position(): Promise<number>;
  close(): Promise<void>;
}

export async function openRelayStage(
  broker: string,
  partitions = 3,
  settings: Readonly<Record<string, string>> = {},
): Promise<RelayStage> {
  const database = await createTestDatabase({ connectionsMax: 4 });
  const { pool, url } = database;
  const log = createPostgresLog({ pool, connection: { url }, clock: systemClock });
  const topic = `relayed-${process.pid}-${(topics += 1)}`;
  await createTopic(broker, topic, partitions, settings);
  const watched = await watchTopic(broker, topic);
  const children: ChildProcess[] = [];

  const append = async (stream: string, type: string, data: readonly object[]): Promise<readonly string[]> => {
    const events = data.map((one) => {
      const id = ids.next();
      const actor = { kind: "system", id: "test" } as const;
      const occurredAt = systemClock.now().toISOString();
      const metadata = { actor, commandId: id, correlationId: id, causationId: id, occurredAt, schemaVersion: 2 };
      return { id, type, data: one, metadata };
    });
    const outcome = await log.append({ stream, expected: "any", events, commandId: ids.next() });
    expect(outcome.kind).toBe("appended");
    return events.map(({ id }) => id);
  };
  return {
    database,
    log,
    topic,
    watched,
    async alerts(businessId, count, title = "A title") {
      const type = "competitor.rating_change";
      const alert = { businessId, accountId: "account", type, competitorId: null, placeId: null, title };
      const data = Array.from({ length: count }, () => ({
        ...alert,
        alertId: ids.next(),
        data: eventTypeExamples[type],
      }));
      const written = await append(`alerts-${businessId}`, "AlertRaised", data);
      return written.flatMap((id) => [`msg_${id}`, `msg_${id}_created`]);
    },
    async removed(businessId) {
      await append(`removal-${businessId}`, "BusinessRemoved", [{ businessId, accountId: "account" }]);
    },
    publisher(point = "", to = topic) {
      const script = join(__dirname, "relay-process.ts");
      const program = [...WITH_TYPESCRIPT, script, url, broker, to, point];
      const child = spawn(process.execPath, program, { stdio: "inherit" });
      children.push(child);
      return child;
    },
    async position() {
      const { rows } = await pool.query<{ position: number }>("SELECT position FROM operational.relays");
      return rows[0]?.position ?? 0;
    },
    async close() {
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const ended = once(child, "exit");
        child.kill("SIGKILL");
        await ended;
      }
      await watched.stop();
      await log.close();
      await database.drop();
    },
  };
}

/** The ids of what arrived under a key, `null` for a tombstone. */
export const idsOf = (watched: WatchedTopic, key: string): readonly (string | null)[] =>
  watched.of(key).map(({ value }) => (value === null ? null : (JSON.parse(value) as { id: string }).id));

/** As a consumer does that keeps the greatest sequence of each key: what it passes on. */
export function withoutRepetitions(watched: WatchedTopic, key: string): readonly (string | null)[] {
  let greatest = "";
  return watched.of(key).flatMap(({ value }) => {
    if (value === null) return [null];
    const { id, sequence } = JSON.parse(value) as { id: string; sequence: string };
    if (sequence <= greatest) return [];
    greatest = sequence;
    return [id];
  });
}
