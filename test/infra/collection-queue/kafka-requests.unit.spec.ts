/** What the service publishes is read back as it was, and whatever else stands on the topic is told apart without a word of it. */
import fc from "fast-check";
import { createKafkaPublisher } from "../../../infra/collection-queue/kafka-publisher";
import { readCollectionRequest } from "../../../infra/collection-queue/kafka-requests";
import type { KafkaRecord } from "../../../infra/kafka/session";

const wanted = {
  requestId: "request-1",
  placeId: "place-1",
  sections: ["listing", "reviews"],
  requestedAt: "2026-01-01T12:00:00.000Z",
  expiresAt: "2026-01-02T12:00:00.000Z",
};
const { requestId: id, ...others } = wanted;
const form = { id, ...others };
const read = (json: unknown) => readCollectionRequest(Buffer.from(JSON.stringify(json)));

describe("a record on the topic of collection requests", () => {
  test("that the service has published is read as it was wanted", async () => {
    let value = "";
    const send = (record: KafkaRecord) => Promise.resolve(void (value = String(record.value)));
    await createKafkaPublisher({ send }).publish(wanted, { accountId: "a", businessId: "b" });
    expect(readCollectionRequest(Buffer.from(value))).toEqual(wanted);
  });

  test("may have members that are not known yet", () => {
    expect(read({ ...form, priority: 3 })).toEqual(wanted);
  });

  test.each([
    ["no value", null],
    ["no JSON", Buffer.from("secret")],
    ["no UTF-8", Buffer.from([0xff, 0xfe, 0x00])],
    ["a member twice", Buffer.from(`{"id":"secret",${JSON.stringify(form).slice(1)}`)],
    ["a character that cannot be stored", Buffer.from(JSON.stringify({ ...form, placeId: "secret\0" }))],
    ["no object", Buffer.from('["secret"]')],
    ["no id", Buffer.from(JSON.stringify({ ...others, secret: 1 }))],
    ["an id that no observation can name", Buffer.from(JSON.stringify({ ...form, id: "secret".repeat(20) }))],
    ["no section", Buffer.from(JSON.stringify({ ...form, sections: [] }))],
    ["an expiry that is no instant", Buffer.from(JSON.stringify({ ...form, expiresAt: "secret" }))],
    ["too many bytes", Buffer.from(JSON.stringify({ ...form, note: "secret".repeat(3_000) }))],
  ])("with %s is none, and why says nothing of what it holds", (_what, value) => {
    const said = readCollectionRequest(value);
    expect(said).toEqual({ fault: expect.stringMatching(/^It .+\.$/) as string });
    expect(JSON.stringify(said)).not.toContain("secret");
  });

  test("of whatever bytes or JSON is never thrown over", () => {
    const values = fc.oneof(
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      fc.json().map((text) => Buffer.from(text)),
      fc.record({ id: fc.anything(), placeId: fc.anything() }).map((json) => Buffer.from(JSON.stringify(json))),
    );
    fc.assert(fc.property(values, (value) => expect(readCollectionRequest(value)).toHaveProperty("fault")));
  });
});
