/** Batches as other clients write them: in a codec that the service does not read, or packed so that they unpack to very much. */
import { CompressionCodecs, CompressionTypes, Kafka, logLevel, Partitioners, type Message } from "kafkajs";

/** In one batch. */
export async function writePacked(
  address: string,
  topic: string,
  codec: "gzip" | "snappy",
  messages: Message[],
): Promise<void> {
  const kafka = new Kafka({ brokers: [address], logLevel: logLevel.NOTHING });
  const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
  const before = CompressionCodecs[CompressionTypes.Snappy];
  CompressionCodecs[CompressionTypes.Snappy] = () => ({ compress: snappy });
  await producer.connect();
  try {
    const compression = codec === "gzip" ? CompressionTypes.GZIP : CompressionTypes.Snappy;
    await producer.send({ topic, messages, compression });
  } finally {
    CompressionCodecs[CompressionTypes.Snappy] = before;
    await producer.disconnect();
  }
}

/** Valid, although nothing gets smaller: one literal, in the frame that Kafka's own clients use. */
function snappy({ buffer }: { readonly buffer: Buffer }): Promise<Buffer> {
  const length = Buffer.from([(buffer.length & 0x7f) | 0x80, buffer.length >> 7]);
  const literal = Buffer.alloc(3);
  literal.writeUInt8(0xf4);
  literal.writeUInt16LE(buffer.length - 1, 1);
  const block = Buffer.concat([length, literal, buffer]);
  const size = Buffer.alloc(4);
  size.writeInt32BE(block.length);
  const header = Buffer.concat([Buffer.from([0x82]), Buffer.from("SNAPPY\0"), Buffer.from([0, 0, 0, 1, 0, 0, 0, 1])]);
  return Promise.resolve(Buffer.concat([header, size, block]));
}
