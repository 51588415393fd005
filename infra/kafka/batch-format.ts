/** As much of Kafka's format of batches (version 2) as it takes to say which batch it is, and to write records that hold nothing. */

export interface BatchHeader {
  readonly firstOffset: bigint;
  readonly lastOffset: bigint;
  readonly records: number;
  /** The whole batch, header included. */
  readonly bytes: Buffer;
}

const HEADER_BYTES = 61;
const VERSION = 2;
const AT = { length: 8, version: 16, attributes: 21, lastOffsetDelta: 23, records: 57 };
/** The bits of the attributes that name the codec. */
const CODEC = 0x07;
/** What the length does not count: the first offset, and itself. */
const BEFORE_LENGTH = 12;

/**
 * The header of the batch whose packed records these are: kafkajs hands them on as a part of what came from the broker, right
 * behind it. Undefined where no header stands there.
 */
export function readBatchHeader(packed: Buffer): BatchHeader | undefined {
  const start = packed.byteOffset - HEADER_BYTES;
  if (start < 0) return undefined;
  const bytes = Buffer.from(packed.buffer, start, HEADER_BYTES + packed.length);
  const isHeader =
    bytes.readInt8(AT.version) === VERSION && bytes.readInt32BE(AT.length) === bytes.length - BEFORE_LENGTH;
  if (!isHeader) return undefined;
  const firstOffset = bytes.readBigInt64BE(0);
  const lastOffset = firstOffset + BigInt(bytes.readInt32BE(AT.lastOffsetDelta));
  return { firstOffset, lastOffset, records: bytes.readInt32BE(AT.records), bytes };
}

/** In place: from here on the header says that there is one record, in this codec. */
export function reduceToOne({ bytes }: BatchHeader, codec: number): void {
  bytes.writeInt16BE((bytes.readInt16BE(AT.attributes) & ~CODEC) | codec, AT.attributes);
  bytes.writeInt32BE(1, AT.records);
}

/** Records in memory of their own, all at one offset after the first of the batch, without keys, headers or anything in them. */
export function hollowRecords(count: number, offsetDelta: bigint): Buffer {
  const NO_KEY = 1;
  const record = [0, 0, ...zigzag(offsetDelta), NO_KEY, 0, 0];
  const sized = [...zigzag(BigInt(record.length)), ...record];
  return Buffer.from(new ArrayBuffer(count * sized.length)).fill(Buffer.from(sized));
}

/** A number as Kafka writes it where small ones are the rule. */
function zigzag(value: bigint): readonly number[] {
  const bytes: number[] = [];
  let left = value * 2n;
  for (; left >= 0x80n; left >>= 7n) bytes.push(Number(left & 0x7fn) | 0x80);
  return [...bytes, Number(left)];
}
