/** What is appended is what is read. */
import { type LogUnderTest, useLog } from "./log-under-test";
import { mustAppend, newEvent, newStream } from "./requests";

const MEGABYTE = 1024 * 1024;

const ODD_NAMES = [
  "place-%C3%A5pent%20hus",
  "competitors-a%2Fb%2Bc+d%25",
  "place-ChIJ%22quotes%22%27and%5Cbackslash",
  "alert-{brace},comma",
  `place-${"x".repeat(400)}`,
];

const PAYLOADS: readonly (readonly [string, unknown])[] = [
  ["nested objects and arrays", { a: [1, [2, { b: null }]], c: { d: true, e: [] }, f: {} }],
  ["numbers", { numbers: [0, -1, 0.1, 1e-7, 1.5e300, Number.MAX_SAFE_INTEGER, -2.5] }],
  ["text of many scripts", { text: 'Blåbær 東京 🦊 مرحبا "quoted" back\\slash \n\t\u2028 \u0001' }],
  ["an empty object", {}],
];

export function describePayloads(makeLog: () => Promise<LogUnderTest>): void {
  describe("payloads", () => {
    const under = useLog(makeLog);

    test("an event is read as it was appended, with its stream, revision and position", async () => {
      const { log } = under.current;
      const stream = newStream();
      const event = newEvent();
      const after = await log.head();
      const { position } = await mustAppend(log, { stream, events: [event] });
      const recorded = { ...event, stream, revision: 0, position };
      expect(await log.readStream(stream)).toEqual([recorded]);
      expect((await log.readAll({ after, until: position, limit: 10 })).events).toEqual([recorded]);
    });

    test.each(PAYLOADS)("%s come back equal", async (_, data) => {
      const { log } = under.current;
      const stream = newStream();
      await mustAppend(log, { stream, events: [newEvent({ data })] });
      expect((await log.readStream(stream))[0]?.data).toEqual(data);
    });

    test("metadata without a business comes back without one", async () => {
      const { log } = under.current;
      const stream = newStream();
      const { businessId, ...metadata } = newEvent().metadata;
      expect(businessId).toBeDefined();
      await mustAppend(log, { stream, events: [newEvent({ metadata })] });
      expect((await log.readStream(stream))[0]?.metadata).toEqual(metadata);
    });

    test("an event of a megabyte comes back whole, next to small ones", async () => {
      const { log } = under.current;
      const streams = [newStream(), newStream(), newStream()];
      const sizes = [10, MEGABYTE - 4_096, 10];
      const datas = sizes.map((size) => ({ text: "ø".repeat(size / 2) }));
      await Promise.all(
        streams.map((stream, index) => mustAppend(log, { stream, events: [newEvent({ data: datas[index] })] })),
      );
      const read = await Promise.all(streams.map((stream) => log.readStream(stream)));
      expect(read.map(([event]) => event?.data)).toEqual(datas);
    });

    test.each(ODD_NAMES)("the stream name %s holds its own events", async (name) => {
      const { log } = under.current;
      const stream = `${name}+${newStream()}`;
      const event = newEvent();
      await mustAppend(log, { stream, expected: "none", events: [event] });
      expect(await log.readStream(stream)).toMatchObject([{ id: event.id, stream }]);
      expect(await log.readStream(`${stream}%`)).toEqual([]);
    });
  });
}
