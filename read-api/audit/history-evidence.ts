/** What the proof of a business's history is made from: the log to the letter, what was recorded of it, and what was signed. */
import { chainedStreams } from "../../domain/business-streams";
import type { Recorded } from "../../domain/fold/event";
import { GENESIS } from "../../domain/fold/event-digest";
import type { Evidence } from "../../domain/proofs";
import type { RecordedDigest } from "../../domain/proofs/recording";
import { mergedStreams } from "../../infra/event-log/merged-streams";
import type { Context } from "../../infra/http/endpoint";
import { Failure } from "../../infra/http/failure";
import type { HistoryChainRow } from "../../projections/history-chains";
import type { HistoryEventRow } from "../../projections/history-events";

export interface Proving {
  readonly services: Pick<Context["services"], "storedLog" | "positions" | "attestor">;
  readonly read: Context["read"];
}

const WAIT_MS = 5_000;
const PAGE_ROWS = 1_000;

/**
 * Log and recording up to one position that both have reached: what the recording has not met yet is no insertion. Throws a
 * 503 Failure where it lags behind for long.
 */
export async function evidenceOf({ services, read }: Proving, businessId: string): Promise<Evidence> {
  const { storedLog, positions, attestor } = services;
  const reached = async (table: string, position: number) => {
    if (await positions.reached([table], position, WAIT_MS)) return;
    const sentence = "The history is being recorded up to this moment; repeat the request.";
    throw new Failure(503, "read_position_not_reached", sentence, {}, { "retry-after": "1" });
  };
  const head = await storedLog.head();
  await reached("history_chains", head);
  const row = await read<HistoryChainRow>("history_chains").where({ business_id: businessId }).first();
  // The chain may have gone on; it cannot have gone on past the log.
  const until = Math.max(head, Math.min(row?.position ?? 0, await storedLog.head()));
  await reached("history_events", until);
  return {
    businessId,
    history: upTo(until, mergedStreams(storedLog, chainedStreams(businessId)), () => storedLog.head()),
    recorded: recordedDigests(read, businessId, Math.max(until, row?.position ?? 0)),
    chain: { events: row?.events ?? 0, head: row?.head ?? GENESIS },
    isSigned: (text, signature, keyId) => attestor.hasSigned(text, signature, keyId),
  };
}

/**
 * Where somebody changed positions, they need not grow: each event is looked at by itself. What came meanwhile is left out;
 * beyond the end of the log nothing can have come, and an event that stands there is part of what is to be proven.
 */
async function* upTo(
  position: number,
  events: AsyncIterable<Recorded>,
  head: () => Promise<number>,
): AsyncGenerator<Recorded> {
  let end = position;
  for await (const event of events) {
    if (event.position > end) end = await head();
    if (event.position <= position || event.position > end) yield event;
  }
}

async function* recordedDigests(
  read: Context["read"],
  businessId: string,
  until: number,
): AsyncGenerator<RecordedDigest> {
  for (let after = 0, full = true; full;) {
    const rows: readonly HistoryEventRow[] = await read<HistoryEventRow>("history_events")
      .where({ business_id: businessId })
      .andWhere("position", ">", after)
      .andWhere("position", "<=", until)
      .orderBy("position")
      .limit(PAGE_ROWS);
    for (const { event_id: eventId, type, stream, revision, position, digest } of rows)
      yield { eventId, type, stream, revision, position, digest };
    after = rows.at(-1)?.position ?? after;
    full = rows.length === PAGE_ROWS;
  }
}
