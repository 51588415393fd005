/** Unpacks compressed batches within bounds; of one that cannot be unpacked comes a mark that says which it is, and why. */
import { promisify } from "node:util";
import { isNativeError } from "node:util/types";
import { unzip } from "node:zlib";
import { CompressionCodecs, CompressionTypes, KafkaJSNonRetriableError } from "kafkajs";
import { hollowRecords, readBatchHeader, type BatchHeader } from "./batch-format";

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

const MEBIBYTE = 1024 * 1024;
const UNPACKED_BYTES_MAX = 64 * MEBIBYTE;
/** Each takes some hundred bytes, however little it holds, and kafkajs cannot take many more of one batch. */
const RECORDS_MAX = 100_000;
const OTHER_CODECS = {
  [CompressionTypes.Snappy]: "snappy",
  [CompressionTypes.LZ4]: "lz4",
  [CompressionTypes.ZSTD]: "zstd",
};

const unpack = promisify(unzip) as (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;
const marks = new WeakMap<ArrayBufferLike, UnreadableBatch>();

/** Of all conversations with Kafka in this process: kafkajs knows one set of codecs. */
export function unpackWithinBounds(): void {
  const gzip = CompressionCodecs[CompressionTypes.GZIP]() as { compress: unknown; decompress: unknown };
  if (gzip.decompress === unzipped) return;
  const { compress } = gzip;
  CompressionCodecs[CompressionTypes.GZIP] = () => ({ compress, decompress: unzipped });
  for (const [type, name] of Object.entries(OTHER_CODECS)) {
    const decompress = (packed: Buffer): Buffer =>
      marked(packed, `It is compressed with ${name}, which the service does not read.`);
    const known: Record<string, unknown> = CompressionCodecs;
    known[type] = () => ({ decompress });
  }
}

/** Where a record is the mark of a batch: the batch. What a writer wrote never is. */
export const unreadableOf = ({ value }: { readonly value: Buffer | null }): UnreadableBatch | undefined =>
  value === null ? undefined : marks.get(value.buffer);

async function unzipped(packed: Buffer): Promise<Buffer> {
  const header = readBatchHeader(packed);
  if (header !== undefined && header.records > RECORDS_MAX) throw tooMany(header);
  try {
    return await unpack(packed, { maxOutputLength: UNPACKED_BYTES_MAX });
  } catch (error) {
    const isTooLarge = isNativeError(error) && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    if (!isTooLarge) return marked(packed, "It is marked as gzip, and cannot be unpacked.");
    return marked(packed, `Unpacked it is larger than ${UNPACKED_BYTES_MAX / MEBIBYTE} MiB.`);
  }
}

/** As many records as the batch has, because kafkajs reads on until it has them; all are the same, and are told apart by nobody. */
function marked(packed: Buffer, why: string): Buffer {
  const header = readBatchHeader(packed);
  if (header === undefined) throw new KafkaJSNonRetriableError(`A batch is not read. ${why}`);
  if (header.records > RECORDS_MAX) throw tooMany(header);
  const { firstOffset, lastOffset, records, bytes } = header;
  const hollow = hollowRecords(records, lastOffset - firstOffset);
  const [first, last] = [String(firstOffset), String(lastOffset)];
  marks.set(hollow.buffer, { firstOffset: first, lastOffset: last, records, why, bytes: Buffer.from(bytes) });
  return hollow;
}

const tooMany = ({ firstOffset, lastOffset, records }: BatchHeader): Error =>
  new KafkaJSNonRetriableError(
    `The batch from offset ${firstOffset} to ${lastOffset} has ${records} records, and ${RECORDS_MAX} are read at most.`,
  );
