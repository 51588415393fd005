/** Which appends share a commit, and what each learns when a commit fails. */
import { LogUnavailable, type AppendOutcome } from "../../../infra/event-log/event-log";
import { encodeAppend, type EncodedAppend } from "../../../infra/event-log/postgres/encoded-append";
import { GroupCommit } from "../../../infra/event-log/postgres/group-commit";
import { newEvent, newStream, request } from "../../contract/event-log/requests";
import { eventually } from "../../support/eventually";
import { TestClock } from "../../support/test-clock";

const DONE: AppendOutcome = { kind: "appended", revision: 0, position: 1, repeated: false };

function connectionLoss(): Error {
  return Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
}

function setUp(answer: (batch: readonly EncodedAppend[], call: number) => void = () => undefined) {
  const batches: (readonly EncodedAppend[])[] = [];
  const clock = new TestClock();
  let inFlight = 0;
  const queue = new GroupCommit({
    clock,
    committed: () => undefined,
    async commit(batch) {
      batches.push(batch);
      inFlight += 1;
      expect(inFlight).toBe(1);
      await new Promise((settle) => setImmediate(settle));
      inFlight -= 1;
      answer(batch, batches.length);
      return batch.map(() => DONE);
    },
  });
  return { queue, batches, clock, sizes: () => batches.map(({ length }) => length) };
}

const append = (wanted = {}) => encodeAppend(request(wanted));

describe("group commit", () => {
  test("what is asked for in one turn of the event loop shares a commit, and what comes meanwhile shares the next", async () => {
    const { queue, sizes } = setUp();
    const together = [queue.add(append()), queue.add(append())];
    await Promise.resolve();
    together.push(queue.add(append()));
    await new Promise((settle) => setImmediate(settle));
    expect(sizes()).toEqual([3]);
    const meanwhile = Array.from({ length: 5 }, () => queue.add(append()));
    await Promise.all([...together, ...meanwhile]);
    expect(sizes()).toEqual([3, 5]);
  });

  test("a commit takes 256 appends at most", async () => {
    const { queue, sizes } = setUp();
    await Promise.all(Array.from({ length: 600 }, () => queue.add(append())));
    expect(sizes()).toEqual([256, 256, 88]);
  });

  test("large appends fill a commit sooner", async () => {
    const { queue, sizes } = setUp();
    const large = { text: "x".repeat(5 * 1024 * 1024) };
    await Promise.all(Array.from({ length: 4 }, () => queue.add(append({ events: [newEvent({ data: large })] }))));
    expect(sizes()).toEqual([2, 2]);
  });

  test("the same append twice goes into two commits", async () => {
    const { queue, sizes } = setUp();
    const stream = newStream();
    const events = [newEvent()];
    const commandId = "once";
    await Promise.all([
      queue.add(append({ stream, commandId })),
      queue.add(append({ stream, commandId })),
      queue.add(append({ commandId })),
      queue.add(append({ stream, events })),
      queue.add(append({ stream, events })),
    ]);
    expect(sizes()).toEqual([3, 2]);
  });

  test("a refused commit is tried append by append, and only the guilty one fails", async () => {
    const guilty = append();
    const { queue, sizes } = setUp((batch) => {
      if (batch.includes(guilty)) throw new Error("poisoned");
    });
    const outcomes = await Promise.allSettled([queue.add(append()), queue.add(guilty), queue.add(append())]);
    expect(outcomes).toEqual([
      { status: "fulfilled", value: DONE },
      { status: "rejected", reason: new Error("poisoned") },
      { status: "fulfilled", value: DONE },
    ]);
    expect(sizes()).toEqual([3, 1, 1, 1]);
  });

  test("a broken connection is tried again at once, with the same appends", async () => {
    const { queue, batches } = setUp((_, call) => {
      if (call === 1) throw connectionLoss();
    });
    await Promise.all([queue.add(append()), queue.add(append())]);
    expect(batches[1]).toEqual(batches[0]);
  });

  test("while the server stays away attempts come further apart, and after ten seconds callers learn that", async () => {
    const { queue, batches, clock } = setUp(() => {
      throw connectionLoss();
    });
    const waiting = expect(queue.add(append())).rejects.toThrow(LogUnavailable);
    await eventually(() => expect(batches).toHaveLength(2));
    for (let second = 0; second < 15; second += 1) {
      await clock.advance(1_000);
      await new Promise((settle) => setImmediate(settle));
    }
    await waiting;
    expect(batches.length).toBeLessThan(15);
  });

  test("closing waits for what was asked for and takes nothing more", async () => {
    const { queue } = setUp();
    const appending = queue.add(append());
    await queue.close();
    expect(await appending).toEqual(DONE);
    await expect(queue.add(append())).rejects.toThrow(LogUnavailable);
  });
});
