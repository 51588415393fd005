/** The EventStoreDB adapter's own arithmetic: ids, positions, failures, and what it remembers of streams. */
import shared from "@eventstore/db-client/generated/shared_pb";
import { LogUnavailable } from "../../../infra/event-log/event-log";
import { isErased, isPassing, NoAnswer } from "../../../infra/event-log/eventstoredb/failures";
import { createBulkhead } from "../../../infra/event-log/eventstoredb/bulkhead";
import { countSilence } from "../../../infra/event-log/eventstoredb/silence";
import { createStreamMemories, firstAnswer } from "../../../infra/event-log/eventstoredb/stream-memory";
import { safeNumber, uuidOf } from "../../../infra/event-log/eventstoredb/wire";

const ID = "f47ac10b-58cc-4372-a567-0e02b2c3d479";

test("an id that a server answers in two halves is the id that was sent", () => {
  const halves = new shared.UUID.Structured();
  halves.setMostSignificantBits(BigInt.asIntN(64, 0xf47ac10b58cc4372n).toString());
  halves.setLeastSignificantBits(BigInt.asIntN(64, 0xa5670e02b2c3d479n).toString());
  expect(uuidOf(new shared.UUID().setStructured(halves))).toBe(ID);
  expect(uuidOf(new shared.UUID().setString(ID))).toBe(ID);
});

test("a position beyond the safe integers throws instead of losing digits", () => {
  expect(safeNumber("9007199254740991", "Position")).toBe(Number.MAX_SAFE_INTEGER);
  expect(() => safeNumber("9007199254740993", "Position")).toThrow(RangeError);
  expect(() => safeNumber("18446744073709551615", "Position")).toThrow(/22\.6/);
});

test.each([
  ["a wrapped error by its type", { type: "unavailable", message: "" }],
  ["a raw gRPC error by its code", { code: 14, message: "No connection established" }],
  ["an error of discovery by its words", new Error("Failed to discover after 10 attempts.")],
  ["a reset below gRPC", { code: 13, message: "Received RST_STREAM with code 2" }],
  ["no answer in time", new NoAnswer("late")],
  ["an unavailable log", new LogUnavailable("gone")],
])("%s is worth another try", (_, error) => {
  expect(isPassing(error)).toBe(true);
});

test.each([
  ["a refused request", { code: 3, message: "Invalid argument" }],
  ["missing rights", { type: "access-denied", code: 7, message: "Access denied" }],
  ["a mistake of our own", new TypeError("x is not a function")],
  ["an unreadable position", { code: 2, message: "Not the position of a record." }],
])("%s is final", (_, error) => {
  expect(isPassing(error)).toBe(false);
});

test("a tombstone is recognized by the client's type and by the server's header", () => {
  expect(isErased({ type: "stream-deleted" })).toBe(true);
  expect(isErased({ code: 9, metadata: { get: () => ["stream-deleted"] } })).toBe(true);
  expect(isErased({ code: 9, metadata: { get: () => [] } })).toBe(false);
});

test("memory of a stream has no gaps: what does not follow upon it is not learned", () => {
  const memories = createStreamMemories(100);
  memories.add("place-1", "c0", ["e0"], { revision: 0, position: 10 });
  memories.add("place-1", "c2", ["e2"], { revision: 2, position: 30 });
  expect(memories.get("place-1")?.last).toBe(0);
  memories.add("place-1", "c1", ["e1a", "e1b"], { revision: 2, position: 30 });
  const memory = memories.get("place-1");
  expect(memory?.last).toBe(2);
  expect(memory && firstAnswer(memory, "other", ["e1a"])).toEqual({ revision: 2, position: 30 });
});

test("memory forgets the longest unused streams first, and stays within its bound", () => {
  const memories = createStreamMemories(9);
  for (const name of ["a", "b", "c"])
    memories.add(name, `command-${name}`, [`event-${name}`], { revision: 0, position: 1 });
  memories.get("a");
  memories.add("d", "command-d", ["event-d"], { revision: 0, position: 2 });
  expect(["a", "b", "c", "d"].filter((name) => memories.get(name) !== undefined)).toEqual(["a", "c", "d"]);
});

test("an answer that came while the process was busy is not taken for silence, and silence after it is noticed", async () => {
  let heard = false;
  const lasted = await new Promise((resolve) => {
    // Busy where a process is with what it read: timers that are due come before the next look at the sockets.
    setImmediate(() => {
      const silence = countSilence(100, () => resolve(heard ? "after what came" : "before what came"));
      const busyUntil = performance.now() + 300;
      while (performance.now() < busyUntil);
      setImmediate(() => {
        heard = true;
        silence.heard();
      });
    });
  });
  expect(lasted).toBe("after what came");
});

test("a bulkhead lets so many through at once, in order, and turns away who has waited for as long as it may", async () => {
  const bulkhead = createBulkhead(2);
  const patient = performance.now() + 60_000;
  const inside: (() => void)[] = [];
  const done: string[] = [];
  const enter = (name: string, giveUpAt: number) =>
    bulkhead.through(giveUpAt, () => new Promise<void>((resolve) => inside.push(resolve))).then(() => done.push(name));
  const first = [enter("a", patient), enter("b", patient)];
  const hasty = enter("hasty", performance.now() + 20);
  const later = [enter("c", patient), enter("d", patient)];
  await expect(hasty).rejects.toThrow(NoAnswer);
  expect(inside).toHaveLength(2);
  for (const all of [first, later]) {
    for (const leave of inside.splice(0)) leave();
    await Promise.all(all);
  }
  expect(done).toEqual(["a", "b", "c", "d"]);
  const failing = bulkhead.through(patient, () => Promise.reject(new Error("broken")));
  await expect(failing).rejects.toThrow("broken");
  await expect(
    Promise.all([1, 2].map((each) => bulkhead.through(patient, () => Promise.resolve(each)))),
  ).resolves.toEqual([1, 2]);
});
