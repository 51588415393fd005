/** Who becomes a member again and again for a moment is failing, and who stays one is not. */
import { createAttempts } from "../../../infra/kafka/attempts";

let time = 0;
const attempts = () => createAttempts(() => time);
const endsAfter = (seconds: number, made: ReturnType<typeof attempts>, error: unknown = new Error("It is over.")) => {
  made.joined();
  time += seconds * 1_000;
  made.failed(error);
};

test("one failure is none yet, and two in a row are, whether the group takes us in between or not", () => {
  const made = attempts();
  endsAfter(1, made);
  expect([made.failing(), made.fault(), made.inVain()]).toEqual([false, null, 1]);
  endsAfter(1, made);
  made.joined();
  expect([made.failing(), made.fault(), made.inVain()]).toEqual([true, "It is over.", 2]);
});

test("twenty seconds of membership are health", () => {
  const made = attempts();
  for (let round = 0; round < 4; round += 1) endsAfter(19, made);
  made.joined();
  time += 19_999;
  // The group gave the partitions out anew: that is the same membership.
  made.joined();
  expect(made.failing()).toBe(true);
  time += 1;
  expect(made.failing()).toBe(false);
  for (let round = 0; round < 4; round += 1) endsAfter(20, made);
  expect(made.failing()).toBe(false);
});

test("who cannot become a member is failing until the group takes it in", () => {
  const made = attempts();
  made.failed(Object.assign(new Error("connect ECONNREFUSED 10.0.0.7:9092"), { syscall: "connect" }));
  made.failed(
    new Error("After 3 tries", { cause: Object.assign(new Error("at 10.0.0.7"), { name: "KafkaJSConnectionError" }) }),
  );
  expect([made.failing(), made.fault()]).toEqual([true, "Kafka does not answer."]);
  made.joined();
  expect([made.failing(), made.fault(), made.inVain()]).toEqual([false, null, 2]);
});

test("waits begin anew once a member has fetched, however soon it ends; that it fails is remembered", () => {
  const made = attempts();
  for (let round = 0; round < 4; round += 1) {
    made.joined();
    made.fetched();
    time += 19_000;
    made.failed(new Error("It is over."));
    expect(made.inVain()).toBe(1);
  }
  expect(made.failing()).toBe(true);
  for (let round = 0; round < 4; round += 1) endsAfter(1, made);
  expect(made.inVain()).toBe(5);
});
