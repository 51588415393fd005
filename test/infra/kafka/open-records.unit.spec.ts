/** What is committed of a partition: everything up to the first record that is not settled, and nothing beyond. */
import fc from "fast-check";
import { createOpenRecords, type Delivery } from "../../../infra/kafka/open-records";

const record = (offset: number) => ({
  ...{ topic: "t", partition: 0, offset: String(offset) },
  ...{ key: null, value: null, headers: {}, timestamp: "0" },
});
const deliverAll = (offsets: readonly number[], changed = () => undefined) => {
  const records = createOpenRecords(changed);
  return { records, deliveries: offsets.map((offset) => records.deliver(record(offset))) };
};

describe("the open records of a partition", () => {
  test("whatever the order in which records are settled, the commit stands at the first that is not", () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(gaps, fc.infiniteStream(fc.nat()), (steps, choices) => {
        let last = 2 ** 40;
        const offsets = steps.map((step) => (last += step));
        const { records, deliveries } = deliverAll(offsets);
        const open: Delivery[] = [...deliveries];
        while (open.length > 0) {
          expect(records.committable()).toBe(open[0]?.record.offset);
          const [one] = open.splice((choices.next().value ?? 0) % open.length, 1);
          expect(one?.begin()).toBe(true);
          one?.settle();
        }
        expect(records.committable()).toBe(String(last + 1));
      }),
    );
  });

  test("what the values hold counts until each is settled, once, however often it is delivered", () => {
    const records = createOpenRecords(() => undefined);
    const large = { ...record(1), value: Buffer.alloc(300) };
    records.deliver(large);
    const [one, other] = [records.deliver(large), records.deliver({ ...record(2), value: Buffer.alloc(50) })];
    expect(records.bytes()).toBe(350);
    one.park();
    expect(records.bytes()).toBe(350);
    one.settle();
    one.settle();
    expect(records.bytes()).toBe(50);
    other.settle();
    expect(records.bytes()).toBe(0);
  });

  test("nothing is committed of a partition of which nothing was delivered", () => {
    expect(createOpenRecords(() => undefined).committable()).toBeUndefined();
  });

  test("a record that is parked holds the commit back, but waits for nobody and is waited for by nobody", () => {
    let changes = 0;
    const { records, deliveries } = deliverAll([7, 8, 9], () => void (changes += 1));
    deliveries[0]?.begin();
    deliveries[0]?.park();
    deliveries[1]?.settle();
    expect([records.count("waiting"), records.count("begun"), records.count("parked")]).toEqual([1, 0, 1]);
    expect([records.committable(), changes]).toEqual(["7", 2]);
    expect(deliveries[0]?.begin()).toBe(true);
    expect(records.count("begun")).toBe(1);
  });

  test("a record that came to nothing waits again, and holds up those behind it", () => {
    const { records, deliveries } = deliverAll([5, 6]);
    deliveries[0]?.begin();
    deliveries[0]?.release();
    deliveries[1]?.settle();
    expect([records.count("waiting"), records.count("begun"), records.committable()]).toEqual([1, 0, "5"]);
    expect(deliveries[0]?.begin()).toBe(true);
  });

  test("where the partition is given away nothing more is begun, and what had begun can still be settled", () => {
    const { records, deliveries } = deliverAll([3, 4]);
    deliveries[0]?.begin();
    records.close();
    expect([deliveries[1]?.begin(), records.isClosed(), records.count("begun")]).toEqual([false, true, 1]);
    deliveries[0]?.settle();
    expect(records.committable()).toBe("4");
  });
});
