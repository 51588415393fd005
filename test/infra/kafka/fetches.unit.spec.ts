/** What kafkajs makes of a fetch: a batch of more records than it can hold comes as one mark, and what has no room comes with the next fetch. */
import { gzipSync } from "node:zlib";
import { hollowRecords } from "../../../infra/kafka/batch-format";
import { unpackWithinBounds, unreadableOf } from "../../../infra/kafka/unpacking";

const MEBIBYTE = 1024 * 1024;
interface Fetched {
  readonly responses: readonly {
    readonly partitions: readonly { readonly messages: readonly { offset: string; value: Buffer | null }[] }[];
  }[];
}
interface FetchRequests {
  protocol(of: { version: number }): (wanted: object) => { response: { decode(raw: Buffer): Promise<Fetched> } };
}

const int = (bytes: 2 | 4 | 8, value: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  if (bytes === 8) buffer.writeBigInt64BE(BigInt(value));
  else buffer.writeIntBE(value, 0, bytes);
  return buffer;
};

interface Written {
  readonly first: number;
  readonly records: number;
  readonly codec: 0 | 1;
  readonly held?: Buffer;
}

function batch({ first, records, codec, held }: Written): Buffer {
  const plain = held ?? hollowRecords(records, 0n);
  const body = codec === 1 ? gzipSync(plain) : plain;
  const after = [int(4, 0), Buffer.from([2]), int(4, 0), int(2, codec), int(4, records - 1), int(8, 0), int(8, 0)];
  const rest = Buffer.concat([...after, int(8, -1), int(2, -1), int(4, -1), int(4, records), body]);
  return Buffer.concat([int(8, first), int(4, rest.length), rest]);
}

/** By a broker's answer of version 11, of one partition each. */
async function fetched(...partitions: readonly (readonly Written[])[]) {
  unpackWithinBounds();
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- no types are known of what is inside kafkajs
  const { protocol } = require("kafkajs/src/protocol/requests/fetch") as FetchRequests;
  const said = partitions.map((batches, partition) => {
    const set = Buffer.concat(batches.map(batch));
    const at = [int(4, partition), int(2, 0), int(8, 999_999), int(8, 0), int(8, 0), int(4, 0), int(4, -1)];
    return Buffer.concat([...at, int(4, set.length), set]);
  });
  const head = [int(4, 0), int(2, 0), int(4, 0), int(4, 1), int(2, 1), Buffer.from("t"), int(4, said.length)];
  const { response } = protocol({ version: 11 })({ topics: [] });
  const { responses } = await response.decode(Buffer.concat([...head, ...said, Buffer.alloc(16 * 1024)]));
  return responses[0]?.partitions.map(({ messages }) => messages) ?? [];
}

test.each([0, 1] as const)(
  "a batch of more records than can be held (codec %d) comes as one mark, and what is around it with other fetches",
  async (codec) => {
    const many = { first: 1_000, records: 300_000, codec };
    const [messages = [], ...others] = await fetched([many, { first: 301_000, records: 1, codec: 0 }], [many]);
    expect([messages.length, others]).toEqual([1, [[]]]);
    const [mark] = messages;
    expect(mark?.offset).toBe("300999");
    const unreadable = mark && unreadableOf(mark);
    expect(unreadable).toMatchObject({ firstOffset: "1000", lastOffset: "300999", records: 300_000 });
    expect(unreadable?.why).toBe("It has 300000 records, and 100000 are read at most.");
    expect(unreadable?.bytes.equals(batch(many))).toBe(true);
    const [before] = await fetched([{ first: 1, records: 1, codec: 0 }, many]);
    expect(before?.map(({ offset }) => offset)).toEqual(["1"]);
  },
);

test("of batches that unpack to very much, no more than 64 MiB come at once, and the first of them always", async () => {
  // One record is read of each, and the rest of what was unpacked is memory all the same.
  const held = Buffer.concat([hollowRecords(1, 0n), Buffer.alloc(15 * MEBIBYTE)]);
  const bombs = Array.from({ length: 8 }, (_, first): Written => ({ first, records: 1, codec: 1, held }));
  const [messages, others] = await fetched(bombs, [{ first: 0, records: 1, codec: 1, held }]);
  expect([messages?.map(({ offset }) => offset), others]).toEqual([["0", "1", "2", "3"], []]);
});
