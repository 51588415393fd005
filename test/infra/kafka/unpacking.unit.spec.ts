/** What can be said of a batch that is not unpacked, and that it is told apart from what writers write. */
import { gzipSync } from "node:zlib";
import { CompressionCodecs, CompressionTypes } from "kafkajs";
import { unpackWithinBounds, unreadableOf } from "../../../infra/kafka/unpacking";

const HEADER_BYTES = 61;
interface Codec {
  decompress(packed: Buffer): Promise<Buffer> | Buffer;
}
const codec = (type: "GZIP" | "ZSTD" | "LZ4" | "None") => {
  unpackWithinBounds();
  return (CompressionCodecs as Record<number, () => Codec>)[CompressionTypes[type]]?.() as Codec;
};

/** Packed records as kafkajs hands them on: behind the header of their batch, and behind whatever came before that. */
function arrived(records: number, packed: Buffer, version = 2): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeBigInt64BE(1_000n, 0);
  header.writeInt32BE(HEADER_BYTES - 12 + packed.length, 8);
  header.writeInt8(version, 16);
  header.writeInt32BE(4_999, 23);
  header.writeInt32BE(records, 57);
  // In memory of its own, as a fetch is: small texts of Buffer.concat share one, and what they hold would be counted together.
  const memory = Buffer.alloc(33 + HEADER_BYTES + packed.length);
  header.copy(memory, 33);
  packed.copy(memory, 33 + HEADER_BYTES);
  return memory.subarray(33 + HEADER_BYTES);
}

test.each([
  ["ZSTD", Buffer.from("zstd"), "It is compressed with zstd, which the service does not read."],
  ["LZ4", Buffer.from("lz4"), "It is compressed with lz4, which the service does not read."],
  ["GZIP", Buffer.from("no gzip"), "It is marked as gzip, and cannot be unpacked."],
] as const)(
  "of a batch of %s that is not read comes a mark for each record, with its place and its bytes",
  async (type, packed, why) => {
    const marks = await codec(type).decompress(arrived(3, packed));
    expect(marks.length % 3).toBe(0);
    const [first, second] = [
      unreadableOf({ value: marks.subarray(0, 0) }),
      unreadableOf({ value: marks.subarray(5, 5) }),
    ];
    expect(first).toMatchObject({ firstOffset: "1000", lastOffset: "5999", records: 3, why });
    expect(first?.bytes.subarray(HEADER_BYTES)).toEqual(packed);
    expect(second).toBe(first);
  },
);

test("what a writer wrote is no mark, whatever it holds", async () => {
  const marks = await codec("ZSTD").decompress(arrived(1, Buffer.from("zstd")));
  const read = await codec("GZIP").decompress(arrived(1, gzipSync(marks)));
  expect([read.equals(marks), unreadableOf({ value: read }), unreadableOf({ value: null })]).toEqual([
    true,
    undefined,
    undefined,
  ]);
});

test.each(["GZIP", "ZSTD"] as const)(
  "a batch of %s with more records than can be held is refused by its place",
  async (type) => {
    const decompress = async () => codec(type).decompress(arrived(100_001, gzipSync("")));
    await expect(decompress()).rejects.toThrow(/from offset 1000 to 5999 has 100001 records/);
  },
);

test("what is not compressed is counted, and given on as it is", async () => {
  const plain = arrived(2, Buffer.from("plain"));
  expect(await codec("None").decompress(plain)).toBe(plain);
  await expect((async () => codec("None").decompress(arrived(2, Buffer.from("old"), 1)))()).rejects.toThrow(
    /version 2/,
  );
});

/** Batches of one fetch, in the same memory. */
function fetched(...batches: readonly { records: number; packed: Buffer }[]): readonly Buffer[] {
  const whole = batches.map(({ records, packed }) => {
    const { buffer, byteOffset, length } = arrived(records, packed);
    return Buffer.from(buffer, byteOffset - HEADER_BYTES, HEADER_BYTES + length);
  });
  const all = Buffer.concat([Buffer.alloc(64 * 1024), ...whole]);
  let end = 64 * 1024;
  return whole.map(({ length }) => all.subarray(end + HEADER_BYTES, (end += length)));
}
const FULL = { name: "KafkaJSPartialMessageError" };

test("one fetch unpacks to 64 MiB at most: the rest is left to the next one", async () => {
  const bomb = gzipSync(Buffer.alloc(15 * 1024 * 1024));
  const batches = fetched(...Array.from({ length: 6 }, () => ({ records: 1, packed: bomb })));
  const sizes: number[] = [];
  for (const batch of batches.slice(0, 4)) sizes.push((await codec("GZIP").decompress(batch)).length);
  expect(sizes).toEqual(Array(4).fill(15 * 1024 * 1024));
  for (const batch of batches.slice(4))
    await expect((async () => codec("GZIP").decompress(batch))()).rejects.toMatchObject(FULL);
});

test("one fetch brings 100,000 records at most, whatever they are compressed with: the rest is left to the next one", async () => {
  const packed = gzipSync("");
  const [first = packed, ...rest] = fetched(
    { records: 60_000, packed },
    ...[60_000, 100_001].map((records) => ({ records, packed })),
  );
  await codec("ZSTD").decompress(first);
  for (const type of ["GZIP", "ZSTD", "None"] as const)
    for (const batch of rest) await expect((async () => codec(type).decompress(batch))()).rejects.toMatchObject(FULL);
});

test("where no header of a batch stands before it, nothing is said of a place", async () => {
  const decompress = async () => codec("ZSTD").decompress(arrived(1, Buffer.from("zstd"), 1));
  await expect(decompress()).rejects.toThrow(/^A batch is not read\. It is compressed with zstd/);
});
