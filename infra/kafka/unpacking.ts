/** Unpacks batches within bounds, of each and of all that one fetch brings; of one that cannot be read comes a mark that says which it is, and why. */
import { promisify } from "node:util";
import { isNativeError } from "node:util/types";
import { unzip } from "node:zlib";
import { CompressionCodecs, CompressionTypes, KafkaJSNonRetriableError } from "kafkajs";
import { hollowRecords, readBatchHeader, reduceToOne, type BatchHeader } from "./batch-format";

/** A batch of records that cannot be had one by one. */
export interface UnreadableBatch {
  readonly firstOffset: string;
  readonly lastOffset: string;
  readonly records: number;
  /** A sentence. */
  readonly why: string;
  /** As the broker holds it: a batch of version 2, with its header. */
  readonly bytes: Buffer;
}

type Decode = (fetched: Buffer) => Promise<unknown>;
/** What kafkajs keeps of the answers to fetches, in each version. */
interface FetchRequests {
  protocol(of: unknown): (wanted: unknown) => { readonly response: { readonly decode: Decode } };
}

const MEBIBYTE = 1024 * 1024;
/** Several times what one observation may be. */
const BATCH_BYTES_MAX = 16 * MEBIBYTE;
/** kafkajs unpacks all that it has fetched before it hands on any of it. */
const FETCH_BYTES_MAX = 64 * MEBIBYTE;
/** Of a batch, and of a fetch: each takes some hundred bytes, however little it holds, and kafkajs cannot take many more of one batch. */
const RECORDS_MAX = 100_000;
const OTHER_CODECS = {
  [CompressionTypes.Snappy]: "snappy",
  [CompressionTypes.LZ4]: "lz4",
  [CompressionTypes.ZSTD]: "zstd",
};
/** No codec of Kafka's has this number. */
const SET_ASIDE = 7;

const unpack = promisify(unzip) as (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;
const marks = new WeakMap<ArrayBufferLike, UnreadableBatch>();
/** Of a fetch, by the memory that it came in. */
const spent = new WeakMap<ArrayBufferLike, { records: number; bytes: number }>();
const setAside = new WeakMap<ArrayBufferLike, { readonly at: number; readonly batch: UnreadableBatch }>();

/** kafkajs takes it for the end of what has come whole: what is behind it comes with the next fetch. */
class FetchIsFull extends Error {
  override readonly name = "KafkaJSPartialMessageError";
}

class TooManyRecords extends KafkaJSNonRetriableError {
  constructor(readonly header: BatchHeader) {
    const { firstOffset, lastOffset, records } = header;
    super(
      `The batch from offset ${firstOffset} to ${lastOffset} has ${records} records: ${RECORDS_MAX} are read at most.`,
    );
  }
}

/** Of all conversations with Kafka in this process: kafkajs knows one set of codecs. */
export function unpackWithinBounds(): void {
  const gzip = CompressionCodecs[CompressionTypes.GZIP]() as { compress: unknown; decompress: unknown };
  if (gzip.decompress === unzipped) return;
  const { compress } = gzip;
  const known: Record<string, unknown> = CompressionCodecs;
  known[CompressionTypes.GZIP] = () => ({ compress, decompress: unzipped });
  // What is not compressed goes the same way, to be counted. Batches older than version 2 are not read.
  known[CompressionTypes.None] = () => ({ decompress: counted });
  known[SET_ASIDE] = () => ({ decompress: asOne });
  for (const [type, name] of Object.entries(OTHER_CODECS)) {
    const decompress = (packed: Buffer): Buffer =>
      marked(count(packed), `It is compressed with ${name}, which the service does not read.`);
    known[type] = () => ({ decompress });
  }
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- no types are known of what is inside kafkajs
  const fetches = require("kafkajs/src/protocol/requests/fetch") as FetchRequests;
  const protocol = fetches.protocol.bind(fetches);
  fetches.protocol = (of) => (wanted) => {
    const { response, ...rest } = protocol(of)(wanted);
    return { ...rest, response: { ...response, decode: (fetched) => decodeFetch(response.decode, fetched) } };
  };
}

/** Where a record is the mark of a batch: the batch. What a writer wrote never is. */
export const unreadableOf = ({ value }: { readonly value: Buffer | null }): UnreadableBatch | undefined =>
  value === null ? undefined : marks.get(value.buffer);

/** The first batch of a fetch may have more records than kafkajs can hold, even hollow ones: then it is read again as one of one. */
async function decodeFetch(decode: Decode, fetched: Buffer): Promise<unknown> {
  spent.delete(fetched.buffer);
  try {
    return await decode(fetched);
  } catch (error) {
    if (!(error instanceof TooManyRecords)) throw error;
    const { header } = error;
    const why = `It has ${header.records} records, and ${RECORDS_MAX} are read at most.`;
    setAside.set(fetched.buffer, { at: header.bytes.byteOffset, batch: unreadable(header, why) });
    reduceToOne(header, SET_ASIDE);
    spent.delete(fetched.buffer);
    return await decode(fetched);
  }
}

/** The header of a batch for which there is room yet. */
function count(packed: Buffer): BatchHeader | undefined {
  const header = readBatchHeader(packed);
  if (header === undefined) return undefined;
  const sofar = spentOn(packed);
  if (sofar.records > 0 && sofar.records + header.records > RECORDS_MAX) throw new FetchIsFull();
  if (header.records > RECORDS_MAX) throw new TooManyRecords(header);
  sofar.records += header.records;
  return header;
}

function spentOn({ buffer }: Buffer): { records: number; bytes: number } {
  const sofar = spent.get(buffer) ?? { records: 0, bytes: 0 };
  spent.set(buffer, sofar);
  return sofar;
}

function counted(packed: Buffer): Buffer {
  if (count(packed) === undefined) throw new KafkaJSNonRetriableError("A batch is in a format before version 2.");
  return packed;
}

async function unzipped(packed: Buffer): Promise<Buffer> {
  const header = count(packed);
  const sofar = spentOn(packed);
  const bytesMax = Math.min(BATCH_BYTES_MAX, FETCH_BYTES_MAX - sofar.bytes);
  if (bytesMax <= 0) throw new FetchIsFull();
  try {
    const records = await unpack(packed, { maxOutputLength: bytesMax });
    sofar.bytes += records.length;
    return records;
  } catch (error) {
    const isTooLarge = isNativeError(error) && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    if (!isTooLarge) return marked(header, "It is marked as gzip, and cannot be unpacked.");
    if (bytesMax < BATCH_BYTES_MAX) throw new FetchIsFull();
    return marked(header, `Unpacked it is larger than ${BATCH_BYTES_MAX / MEBIBYTE} MiB.`);
  }
}

/** As many records as the batch has, because kafkajs reads on until it has them; all are the same, and are told apart by nobody. */
function marked(header: BatchHeader | undefined, why: string): Buffer {
  if (header === undefined) throw new KafkaJSNonRetriableError(`A batch is not read. ${why}`);
  const { firstOffset, lastOffset, records } = header;
  const hollow = hollowRecords(records, lastOffset - firstOffset);
  marks.set(hollow.buffer, unreadable(header, why));
  return hollow;
}

/** Nothing else of the fetch has room beside what it was set aside for. */
function asOne(packed: Buffer): Buffer {
  const { at, batch } = setAside.get(packed.buffer) ?? {};
  const header = readBatchHeader(packed);
  if (batch === undefined || header?.bytes.byteOffset !== at)
    return marked(count(packed), "It is in a codec that Kafka does not know.");
  spentOn(packed).records += batch.records;
  const hollow = hollowRecords(1, BigInt(batch.lastOffset) - BigInt(batch.firstOffset));
  marks.set(hollow.buffer, batch);
  return hollow;
}

function unreadable({ firstOffset, lastOffset, records, bytes }: BatchHeader, why: string): UnreadableBatch {
  return {
    ...{ firstOffset: String(firstOffset), lastOffset: String(lastOffset), records, why },
    bytes: Buffer.from(bytes),
  };
}
