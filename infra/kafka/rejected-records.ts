/** Puts a record that was not taken in on another topic, as it was, with headers that say why and where it stood. */
import { type KafkaProducer, RecordTooLarge } from "./producer";
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

/** Resolves once the topic has it, and rejects where Kafka does not acknowledge it: then it may stand there all the same. */
export function rejectTo(producer: Pick<KafkaProducer, "send">, topic: string) {
  return async (record: ConsumedRecord, rejection: Rejection): Promise<void> => {
    const told = toldOf(record, rejection);
    const { key, value } = record;
    try {
      await producer.send({ topic, key, value, headers: { ...headersOf(record), ...told } });
    } catch (error) {
      if (!(error instanceof RecordTooLarge)) throw error;
      await producer.send(bare(topic, record, told));
    }
  };
}

function toldOf({ topic, partition, offset, timestamp }: ConsumedRecord, { reason, why }: Rejection) {
  const shown = why.slice(0, WHYS_MAX).map(({ path, message }) => ({ path: short(path), message: short(message) }));
  return {
    "rejected-reason": reason,
    "rejected-path": shown[0]?.path ?? "",
    "rejected-message": shown[0]?.message ?? "",
    "rejected-why": JSON.stringify(shown),
    "rejected-topic": topic,
    "rejected-partition": String(partition),
    "rejected-offset": offset,
    "rejected-timestamp": timestamp,
  };
}

const short = (text: string): string => (text.length > CHARACTERS_MAX ? `${text.slice(0, CHARACTERS_MAX)}…` : text);

function headersOf({ headers }: ConsumedRecord): Record<string, HeaderValue | readonly HeaderValue[]> {
  const given = Object.entries(headers).filter(([name]) => !name.startsWith("rejected-"));
  return Object.fromEntries(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** The topic takes smaller records than the one that it is about: where that one stands is said, and for how long it does is up to its topic. */
function bare(topic: string, { key, value }: ConsumedRecord, told: Readonly<Record<string, string>>): KafkaRecord {
  const kept = key !== null && key.length <= BARE_KEY_BYTES_MAX ? key : null;
  const leftOut = `${value?.length ?? 0} bytes of value, and headers: the topic takes no record of this size`;
  return { topic, key: kept, value: null, headers: { ...told, "rejected-left-out": leftOut } };
}
