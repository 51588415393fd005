/** Records are taken in many at once and in order under each key; one that fails by itself is rejected in the end, and while nothing answers all wait. */
import { createOpenRecords } from "../../../infra/kafka/open-records";
import { createRecordIntake, type RecordIntakeParts } from "../../../infra/kafka/record-intake";
import { silentLogger } from "../../../infra/logging/logger";
import { eventually } from "../../support/eventually";
import { TestClock } from "../../support/test-clock";

const clock = new TestClock();
let ended: string[];
beforeEach(() => {
  ended = [];
});

function bench(parts: Partial<RecordIntakeParts>) {
  const records = createOpenRecords(() => undefined);
  const intake = createRecordIntake({
    take: () => Promise.resolve({ changed: true }),
    reject: () => Promise.resolve(),
    judge: () => "unknown",
    isWell: () => Promise.resolve(true),
    metrics: { received: () => undefined, ended: (how, reason = "") => ended.push(`${how} ${reason}`.trim()) },
    ...{ clock, logger: silentLogger },
    ...parts,
  });
  let offset = 0;
  const deliver = (keys: readonly string[]) =>
    intake.deliver(
      keys.map((key) => {
        const at = { topic: "t", partition: 0, offset: String((offset += 1)), timestamp: "0" };
        return records.deliver({ ...at, key: Buffer.from(key), value: null, headers: {} });
      }),
    );
  return { intake, records, deliver };
}
/** Time passes until it is so. */
const inTime = (check: () => void) =>
  eventually(async () => {
    await clock.advance(5_000);
    check();
  });

test("256 are under way at most, and of one key one", async () => {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const { deliver } = bench({
    take: ({ key }) => {
      asked.push(String(key));
      return new Promise((resolve) => answers.push(() => resolve({ changed: false })));
    },
  });
  deliver(["same", "same", "same", ...Array.from({ length: 300 }, (_, at) => `other-${at}`)]);
  await eventually(() => expect(asked).toHaveLength(256));
  expect(asked.filter((key) => key === "same")).toHaveLength(1);
  while (ended.length < 303) {
    for (const answer of answers.splice(0)) answer();
    await new Promise(setImmediate);
  }
  expect(asked.filter((key) => key === "same")).toHaveLength(3);
  expect(new Set(ended)).toEqual(new Set(["unchanged"]));
});

test("a record that fails again and again while all else answers is rejected, and those behind it are taken in", async () => {
  let tries = 0;
  const rejected: string[] = [];
  const { deliver, records } = bench({
    take: ({ offset }) => {
      if (offset !== "1") return Promise.resolve({ changed: true });
      tries += 1;
      return Promise.reject(new Error("a fault of ours"));
    },
    reject: ({ offset }, { reason }) => Promise.resolve(void rejected.push(`${offset} ${reason}`)),
  });
  deliver(["a", "a", "b"]);
  await inTime(() => expect(ended).toEqual(["taken", "rejected undecidable", "taken"]));
  expect([tries, rejected, records.committable()]).toEqual([6, ["1 undecidable"], "4"]);
});

test("what nothing can be taken in without is waited for by all, asked for by one, and blamed on no record", async () => {
  let away = true;
  let tries = 0;
  let looks = 0;
  const { deliver, intake, records } = bench({
    take: () => {
      tries += 1;
      return away ? Promise.reject(new Error("no log")) : Promise.resolve({ changed: true });
    },
    judge: () => "outage",
    isWell: () => {
      looks += 1;
      return Promise.resolve(!away);
    },
  });
  deliver(["a", "a", "b", "c"]);
  await inTime(() => expect(looks).toBeGreaterThan(20));
  expect([tries, ended, records.committable()]).toEqual([3, [], "1"]);
  expect(intake.waitingSince()).not.toBeNull();
  away = false;
  await inTime(() => expect(ended).toEqual(["taken", "taken", "taken", "taken"]));
  expect([intake.waitingSince(), records.committable()]).toEqual([null, "5"]);
});

test("a record that its topic does not take yet is offered again and holds the commit back, and is not decided again", async () => {
  let [decided, offered] = [0, 0];
  const { deliver, records } = bench({
    take: ({ offset }) => {
      if (offset === "2") return Promise.resolve({ changed: true });
      decided += 1;
      return Promise.resolve({ reason: "not_json", why: [] });
    },
    reject: () => ((offered += 1) < 4 ? Promise.reject(new Error("no broker")) : Promise.resolve()),
  });
  deliver(["a", "b"]);
  await eventually(() => expect(ended).toEqual(["taken"]));
  expect(records.committable()).toBe("1");
  await inTime(() => expect(ended).toEqual(["taken", "rejected not_json"]));
  expect([decided, offered, records.committable()]).toEqual([1, 4, "3"]);
});

test("whoever stops begins nothing more, lets what has begun end, and waits no longer than told for what does not", async () => {
  let answer: () => void = () => undefined;
  const { deliver, intake, records } = bench({
    take: () => new Promise((resolve) => (answer = () => resolve({ changed: true }))),
  });
  deliver(["a", "a"]);
  await eventually(() => expect(records.count("begun")).toBe(1));
  const stopped = intake.stop(60_000);
  answer();
  await stopped;
  expect([ended, records.count("waiting"), records.committable()]).toEqual([["taken"], 1, "2"]);
});
