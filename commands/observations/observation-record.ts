/** An observation as a Kafka record: read from its bytes, decided by the step that all intakes share, or told apart with a reason. */
import { isUtf8 } from "node:buffer";
import type { Observation } from "../../domain/places/observation";
import type { Take, Taken } from "./observation-intake";
import { readObservation } from "./read-observation";
import type { RejectedObservation } from "./rejected-observation";

export const OBSERVATIONS_TOPIC = "listing-observations";
/** Where records stand that were not taken in. */
export const REJECTED_OBSERVATIONS_TOPIC = `${OBSERVATIONS_TOPIC}.rejected`;

/** As long as a line of NDJSON may be. */
const VALUE_BYTES_MAX = 4 * 1024 * 1024;

export const recordFaults = [
  "no_value",
  "too_large",
  "not_utf8",
  "not_json",
  "not_as_published",
  "key_is_not_place",
  "refused",
] as const;

export interface ObservationRecord {
  readonly key: Buffer | null;
  readonly value: Buffer | null;
}

/** Why a record was not taken in. */
export interface RecordRejection {
  readonly reason: (typeof recordFaults)[number];
  readonly why: RejectedObservation["why"];
}

/** Rejects where it cannot be known at the moment what becomes of the record. */
export async function takeRecord(
  record: ObservationRecord,
  take: Take,
): Promise<Extract<Taken, { changed: boolean }> | RecordRejection> {
  const read = readRecord(record);
  if ("reason" in read) return read;
  const taken = await take(read);
  return "why" in taken ? { reason: "refused", why: [taken.why] } : taken;
}

/** The place's key leads all of its observations to one partition, and so to one order: another key would lose it unseen. */
function readRecord({ key, value }: ObservationRecord): Observation | RecordRejection {
  if (value === null) return rejection("no_value", "The record has no value.");
  if (value.length > VALUE_BYTES_MAX) return rejection("too_large", "The value is longer than 4 MiB.");
  if (!isUtf8(value)) return rejection("not_utf8", "The value is not UTF-8.");
  const read = readObservation(value.toString(), "value");
  if ("fault" in read) return { reason: read.fault, why: read.why };
  if (key === null) return rejection("key_is_not_place", "The record has no key; it must be the placeId.", "placeId");
  if (key.equals(Buffer.from(read.placeId))) return read;
  return rejection("key_is_not_place", "The record's key is not the placeId.", "placeId");
}

const rejection = (reason: RecordRejection["reason"], message: string, path = ""): RecordRejection => ({
  reason,
  why: [{ path, message }],
});
