/** One call to the database for the appends of a batch, with an outcome for each. */
import type { Pool, QueryConfig } from "pg";
import type { AppendOutcome } from "../event-log";
import type { EncodedAppend } from "./encoded-append";

type Kind = AppendOutcome["kind"] | "repeated";
type OneAnswer = readonly [kind: Kind, revision: number | null, position: number | null];
type BatchAnswer = readonly [kinds: Kind[], revisions: (number | null)[], positions: (number | null)[]];

const ONE = "SELECT event_log.append_one($1, $2, $3, $4, $5, $6, $7) AS answer";
const BATCH = "SELECT event_log.append_batch($1, $2, $3, $4, $5, $6, $7, $8) AS answer";

/** Appends in the order given; the outcomes have the same order. All or nothing where it throws. */
export async function commitAppends(
  connection: Pool,
  appends: readonly EncodedAppend[],
  recordedAt: Date,
): Promise<readonly AppendOutcome[]> {
  const [append, ...others] = appends;
  if (append === undefined) return [];
  if (others.length === 0) return [outcome(await ask<OneAnswer>(connection, oneQuery(append, recordedAt)))];
  const [kinds, revisions, positions] = await ask<BatchAnswer>(connection, batchQuery(appends, recordedAt));
  return appends.map((_, index) =>
    outcome([knownKind(kinds[index]), revisions[index] ?? null, positions[index] ?? null]),
  );
}

async function ask<Answer>(connection: Pool, query: QueryConfig): Promise<Answer> {
  const { rows } = await connection.query<{ answer: Answer }>(query);
  const [row] = rows;
  if (row === undefined) throw new Error("The database gave no answer to an append.");
  return row.answer;
}

function oneQuery(append: EncodedAppend, recordedAt: Date): QueryConfig {
  const { stream, expected, events, commandId, lastId } = append;
  const values = [stream, expected, events.length, commandId, lastId, eventsJson([append]), recordedAt.toISOString()];
  return { name: "event_log_append_one", text: ONE, values };
}

function batchQuery(batch: readonly EncodedAppend[], recordedAt: Date): QueryConfig {
  const slots = new Map<string, number>();
  const places = batch.map(({ stream }) => {
    const slot = slots.get(stream) ?? slots.size + 1;
    slots.set(stream, slot);
    return slot;
  });
  const values = [
    [...slots.keys()],
    places,
    batch.map(({ expected }) => expected),
    batch.map(({ events }) => events.length),
    batch.map(({ commandId }) => commandId),
    batch.map(({ lastId }) => lastId),
    eventsJson(batch),
    recordedAt.toISOString(),
  ];
  return { name: "event_log_append_batch", text: BATCH, values };
}

function eventsJson(batch: readonly EncodedAppend[]): string {
  const placed = batch.flatMap(({ events }, append) =>
    events.map((event, n) => `{"a":${append + 1},"n":${n},${event}`),
  );
  return `[${placed.join(",")}]`;
}

function outcome([kind, revision, position]: OneAnswer): AppendOutcome {
  if (kind === "erased") return { kind };
  if (kind === "wrong_revision") return { kind, actual: exactly(revision) };
  return { kind: "appended", revision: exactly(revision), position: exactly(position), repeated: kind === "repeated" };
}

function knownKind(kind: Kind | undefined): Kind {
  if (kind === undefined) throw new Error("The database answered fewer appends than it was asked for.");
  return kind;
}

function exactly(value: number | null): number {
  if (!Number.isSafeInteger(value)) throw new Error(`The database answered an append with ${String(value)}.`);
  return Number(value);
}
