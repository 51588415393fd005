/** One call to the database for many appends, with an outcome for each. */
import type { Pool } from "pg";
import type { AppendOutcome } from "../event-log";
import type { EncodedAppend } from "./encoded-append";

type OutcomeKind = AppendOutcome["kind"] | "repeated";
type Answer = readonly [kinds: OutcomeKind[], revisions: (number | null)[], positions: (number | null)[]];

const TEXT = "SELECT event_log.append_batch($1, $2, $3, $4, $5, $6, $7, $8) AS answer";

/** Appends in the order given; the outcomes have the same order. All or nothing where it throws. */
export async function appendBatch(
  connection: Pool,
  batch: readonly EncodedAppend[],
  recordedAt: Date,
): Promise<readonly AppendOutcome[]> {
  const { rows } = await connection.query<{ answer: Answer }>({
    name: "event_log_append_batch",
    text: TEXT,
    values: [...parameters(batch), recordedAt.toISOString()],
  });
  const [row] = rows;
  if (row === undefined) throw new Error("The database gave no answer to an append.");
  return batch.map((_, index) => outcomeAt(row.answer, index));
}

function parameters(batch: readonly EncodedAppend[]): unknown[] {
  const slots = new Map<string, number>();
  const places = batch.map(({ stream }) => {
    const slot = slots.get(stream) ?? slots.size + 1;
    slots.set(stream, slot);
    return slot;
  });
  return [
    [...slots.keys()],
    places,
    batch.map(({ expected }) => expected),
    batch.map(({ events }) => events.length),
    batch.map(({ commandId }) => commandId),
    batch.map(({ lastId }) => lastId),
    eventsJson(batch),
  ];
}

function eventsJson(batch: readonly EncodedAppend[]): string {
  const placed = batch.flatMap(({ events }, append) => events.map((event, n) => `{"a":${append + 1},"n":${n},${event}`));
  return `[${placed.join(",")}]`;
}

function outcomeAt([kinds, revisions, positions]: Answer, index: number): AppendOutcome {
  const kind = kinds[index];
  if (kind === "erased") return { kind };
  if (kind === "wrong_revision") return { kind, actual: exactly(revisions[index]) };
  const repeated = kind === "repeated";
  return { kind: "appended", revision: exactly(revisions[index]), position: exactly(positions[index]), repeated };
}

function exactly(value: number | null | undefined): number {
  if (!Number.isSafeInteger(value)) throw new Error(`The database answered an append with ${String(value)}.`);
  return Number(value);
}
