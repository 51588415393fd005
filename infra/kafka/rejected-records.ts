/** Puts a record that was not taken in on another topic, as it was, with headers that say why and where it stood. */
import { type KafkaProducer, RecordTooLarge, RecordUnwritable } from "./producer";
import type { ConsumedRecord } from "./open-records";
import type { HeaderValue, KafkaRecord } from "./session";

export interface Rejection {
  /** A word that programs can go by. */
  readonly reason: string;
  /** The fields at fault; a path is empty where it is the whole. */
  readonly why: readonly { readonly path: string; readonly message: string }[];
}

const WHYS_MAX = 20;
const CHARACTERS_MAX = 500;
const BARE_KEY_BYTES_MAX = 1_024;
/** Of a record that is too large its headers are kept, unless they are what is. */
const KEPT_HEADERS_BYTES_MAX = 8 * 1_024;
const NOTHING = Buffer.alloc(0);
/** What a record brings under these names would be taken for ours. */
const OWN_HEADERS: ReadonlySet<string> = new Set(
  [
    "reason",
    "path",
    "message",
    "why",
    "topic",
    "partition",
    "offset",
    "timestamp",
    "last-offset",
    "records",
    "left-out",
  ].map((name) => `rejected-${name}`),
);

/** Resolves once the topic has it, and rejects where Kafka does not acknowledge it: then it may stand there all the same. */
export function rejectTo(producer: Pick<KafkaProducer, "send">, topic: string) {
  return async (record: ConsumedRecord, rejection: Rejection): Promise<void> => {
    const told = toldOf(record, rejection);
    const { key, unreadable, value } = record;
    const bytes = unreadable?.bytes ?? value;
    const headers = headersOf(record);
    try {
      await producer.send({ topic, key, value: bytes, headers: { ...headers, ...told } });
    } catch (error) {
      const size = bytes?.length ?? 0;
      const kept = bytesOf(headers) > KEPT_HEADERS_BYTES_MAX ? {} : headers;
      if (error instanceof RecordTooLarge)
        await producer.send(bare(topic, key, { ...kept, ...told }, tooLarge(size, kept)));
      else if (error instanceof RecordUnwritable) await producer.send(bare(topic, key, told, unwritable(size)));
      else throw error;
    }
  };
}

function toldOf({ topic, partition, offset, timestamp, unreadable }: ConsumedRecord, { reason, why }: Rejection) {
  const shown = why.slice(0, WHYS_MAX).map(({ path, message }) => ({ path: short(path), message: short(message) }));
  return {
    "rejected-reason": reason,
    "rejected-path": shown[0]?.path ?? "",
    "rejected-message": shown[0]?.message ?? "",
    "rejected-why": JSON.stringify(shown),
    "rejected-topic": topic,
    "rejected-partition": String(partition),
    "rejected-offset": unreadable?.firstOffset ?? offset,
    "rejected-timestamp": timestamp,
    ...(unreadable && {
      "rejected-last-offset": unreadable.lastOffset,
      "rejected-records": String(unreadable.records),
    }),
  };
}

const short = (text: string): string => (text.length > CHARACTERS_MAX ? `${text.slice(0, CHARACTERS_MAX)}…` : text);

/** Kafka's headers may have no value, which its client reads, and cannot write: they get an empty one. */
function headersOf(record: ConsumedRecord): Headers {
  const headers: Record<string, Headers[string]> = {};
  const emptied: string[] = [];
  for (const [name, value] of Object.entries(record.headers as GivenHeaders)) {
    if (value === undefined || OWN_HEADERS.has(name)) continue;
    const values = Array.isArray(value) ? value : [value];
    if (values.includes(null)) emptied.push(name);
    headers[name] = Array.isArray(value) ? value.map((one) => one ?? NOTHING) : (value ?? NOTHING);
  }
  if (emptied.length > 0) headers["rejected-left-out"] = withoutValue(emptied);
  return headers;
}

type Headers = KafkaRecord["headers"];

const bytesOf = (headers: Headers): number =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + lengthOf(value), 0);
const lengthOf = (value: Headers[string]): number =>
  typeof value === "string" || Buffer.isBuffer(value)
    ? Buffer.byteLength(value)
    : value.reduce((sum, one) => sum + Buffer.byteLength(one), 0);

/** Of kafkajs's types, null is missing. */
type GivenHeaders = Readonly<Record<string, GivenValue | GivenValue[] | undefined>>;
type GivenValue = HeaderValue | null;

const withoutValue = (names: readonly string[]): string =>
  short(`that these headers had no value, which is another thing than an empty one: ${names.join(", ")}`);

const tooLarge = (bytes: number, kept: Headers): string =>
  `${bytes} bytes of value${Object.keys(kept).length > 0 ? "" : ", and headers"}: the topic takes no record of this size`;
const unwritable = (bytes: number): string => `${bytes} bytes of value, and headers: the service cannot write them`;

/** The record cannot stand here as it is: where it does is said, and for how long it does is up to its topic. */
function bare(topic: string, key: Buffer | null, headers: Headers, leftOut: string): KafkaRecord {
  const kept = key !== null && key.length <= BARE_KEY_BYTES_MAX ? key : null;
  return { topic, key: kept, value: null, headers: { ...headers, "rejected-left-out": leftOut } };
}
