/** What cannot stand among the rejected as it was is written as far as it can be, with what was left out. */
import { type KafkaProducer, RecordTooLarge, RecordUnwritable } from "../../../infra/kafka/producer";
import type { ConsumedRecord } from "../../../infra/kafka/open-records";
import { rejectTo } from "../../../infra/kafka/rejected-records";
import type { KafkaRecord } from "../../../infra/kafka/session";

const rejection = { reason: "not_json", why: [{ path: "", message: "No JSON." }] };
const record: ConsumedRecord = {
  ...{ topic: "in", partition: 1, offset: "7", timestamp: "0" },
  ...{ key: Buffer.from("a-place"), value: Buffer.from("{"), headers: { trace: Buffer.from("a-trace") } },
};
/** As kafkajs reads headers without a value, which its types leave out. */
const withHeaders = (headers: object): ConsumedRecord => ({ ...record, headers: headers as ConsumedRecord["headers"] });

/** A topic that takes what passes. */
function topic(refuse: (record: KafkaRecord) => Error | undefined = () => undefined) {
  const stands: KafkaRecord[] = [];
  const send: KafkaProducer["send"] = (one) => {
    const error = refuse(one);
    if (error !== undefined) return Promise.reject(error);
    stands.push(one);
    return Promise.resolve();
  };
  return { stands, reject: rejectTo({ send }, "in.rejected") };
}

test("a record is written as it was, with nothing left out", async () => {
  const { stands, reject } = topic();
  await reject(record, rejection);
  expect(stands).toEqual([expect.objectContaining({ topic: "in.rejected", key: record.key, value: record.value })]);
  expect(stands[0]?.headers).toMatchObject({ trace: record.headers["trace"], "rejected-offset": "7" });
  expect(stands[0]?.headers).not.toHaveProperty("rejected-left-out");
});

test("headers without a value get an empty one, also where a name stands several times, and are named", async () => {
  const { stands, reject } = topic();
  const one = Buffer.from("one");
  await reject(withHeaders({ bare: null, several: [one, null], full: one, "rejected-why": null }), rejection);
  const headers = stands[0]?.headers ?? {};
  const given = [headers["bare"], headers["several"], headers["full"]];
  expect(given).toEqual([Buffer.alloc(0), [one, Buffer.alloc(0)], one]);
  expect(headers["rejected-left-out"]).toMatch(/: bare, several$/);
  expect(headers["rejected-why"]).toContain("No JSON.");
});

test.each([
  [
    "too large",
    new RecordTooLarge("It is too large."),
    "1 bytes of value: the topic takes no record of this size",
    true,
  ],
  ["not to be written", new RecordUnwritable("It cannot be written."), "and headers: the service cannot write", false],
])("a record that is %s holds up nothing: what stands there says where it is", async (_how, error, because, traced) => {
  const { stands, reject } = topic(({ value }) => (value === null ? undefined : error));
  await reject(record, rejection);
  const { key, headers = {} } = stands[0] ?? {};
  expect([stands.length, key]).toEqual([1, record.key]);
  expect(headers).toMatchObject({ "rejected-reason": "not_json", "rejected-topic": "in", "rejected-offset": "7" });
  expect(headers["rejected-left-out"]).toContain(because);
  expect("trace" in headers).toBe(traced);
});

test("headers that are too large themselves are left out, and that is said", async () => {
  const { stands, reject } = topic(({ headers }) => ("trace" in headers ? new RecordTooLarge("It is.") : undefined));
  await reject(withHeaders({ trace: Buffer.alloc(9_000) }), rejection);
  expect(stands[0]?.headers["rejected-left-out"]).toMatch(/^1 bytes of value, and headers: the topic takes/);
});

test("of the headers of a record those alone are replaced that would say something else of it", async () => {
  const { stands, reject } = topic();
  const given = { "rejected-by": "them", "rejected-reason": "theirs", "rejected-left-out": "nothing" };
  await reject(withHeaders(given), rejection);
  expect(stands[0]?.headers).toMatchObject({ "rejected-by": "them", "rejected-reason": "not_json" });
  expect(stands[0]?.headers).not.toHaveProperty("rejected-left-out");
});

test("a batch that cannot be read stands there whole, with the place of all of it", async () => {
  const { stands, reject } = topic();
  const unreadable = { firstOffset: "3", lastOffset: "7", records: 5, why: "Why.", bytes: Buffer.from("batch") };
  await reject({ ...record, key: null, value: null, headers: {}, unreadable }, rejection);
  expect(stands[0]).toMatchObject({ key: null, value: unreadable.bytes });
  const told = { "rejected-offset": "3", "rejected-last-offset": "7", "rejected-records": "5" };
  expect(stands[0]?.headers).toMatchObject(told);
});

test("where Kafka does not acknowledge it nothing else is written, and whoever rejects it hears of that", async () => {
  const { stands, reject } = topic(() => new Error("Kafka does not answer."));
  await expect(reject(record, rejection)).rejects.toThrow("Kafka does not answer.");
  expect(stands).toEqual([]);
});
