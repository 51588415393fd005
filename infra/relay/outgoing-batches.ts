/** Cuts a page of the log into what is sent together. Pure. */
import type { Recorded } from "../../domain/fold/event";
import type { Relay, RelayRecord } from "./relay";

/** Once all of it is acknowledged, everything up to `position` is. */
export interface Batch {
  readonly records: readonly RelayRecord[];
  readonly position: number;
}

const BATCH_RECORDS_MAX = 200;
/** Brokers take a megabyte at a time unless told otherwise. */
const BATCH_BYTES_MAX = 512 * 1024;

/**
 * What one event becomes stays together. What ends a key is a batch of its own: the checkpoint has then passed everything
 * before it, so that whoever begins again at the checkpoint can repeat the end, and nothing that the end follows.
 */
export function batchesOf(relay: Relay, events: readonly Recorded[], generation: number): readonly Batch[] {
  const batches: Batch[] = [];
  let open: RelayRecord[] = [];
  let bytes = 0;
  let reached = 0;
  const close = (): void => {
    if (open.length > 0) batches.push({ records: open, position: reached });
    open = [];
    bytes = 0;
  };
  for (const event of events) {
    const records = relay.records(event, generation);
    if (records.length === 0) continue;
    const more = records.reduce((sum, { value }) => sum + Buffer.byteLength(value ?? ""), 0);
    const ends = records.some(({ value }) => value === null);
    if (ends || open.length + records.length > BATCH_RECORDS_MAX || bytes + more > BATCH_BYTES_MAX) close();
    open.push(...records);
    bytes += more;
    reached = event.position;
    if (ends) close();
  }
  close();
  return batches;
}
