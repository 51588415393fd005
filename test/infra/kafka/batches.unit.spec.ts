/** What a member does with what it fetched when the group is to be formed anew: it finishes what it began, and keeps nobody waiting for it. */
import { createBatches } from "../../../infra/kafka/batches";
import type { Delivery } from "../../../infra/kafka/open-records";

const TOPIC = "t";
/** Of a member that the others take for dead. */
const SESSION_MS = 6_000;
const pace = { fetchBytesMax: 1, partitionsAtOnce: 1, underWayMax: 0 };
type Payload = Parameters<ReturnType<typeof createBatches>["each"]>[0];

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A batch of two records, of which one is begun, in a group that says at the first heartbeat that it is to be formed anew. */
async function rebalanced() {
  const deliveries: Delivery[] = [];
  const flushes: string[] = [];
  const batches = createBatches({
    topic: TOPIC,
    pace,
    deliver(those) {
      deliveries.push(...those);
      those[0]?.begin();
    },
    begins: () => undefined,
    changed: () => undefined,
    flush: async () => void flushes.push(batches.open.get(0)?.committable() ?? "nothing"),
  });
  const refused = Object.assign(new Error("The group is rebalancing."), { type: "REBALANCE_IN_PROGRESS" });
  const message = (offset: string) => ({ offset, key: null, value: null, timestamp: "0", attributes: 0 });
  const payload = {
    batch: { partition: 0, messages: [message("7"), message("8")] },
    resolveOffset: () => undefined,
    heartbeat: () => Promise.reject(refused),
    isRunning: () => true,
  };
  let left: unknown;
  const leaving = batches.each(payload as unknown as Payload).catch((error: unknown) => (left = error));
  const after = async (milliseconds: number) => {
    await jest.advanceTimersByTimeAsync(milliseconds);
    return left === undefined ? "stays" : left === refused ? "left" : left;
  };
  return { deliveries, flushes, leaving, after };
}

test("a hand-over waits for what was begun, begins nothing more and commits what is settled", async () => {
  const { deliveries, flushes, leaving, after } = await rebalanced();
  expect(await after(2_000)).toBe("stays");
  expect(deliveries[1]?.begin()).toBe(false);
  deliveries[0]?.settle();
  expect(await after(500)).toBe("left");
  await leaving;
  expect(flushes).toEqual(["8"]);
});

test("a hand-over ends before the session does, also where what was begun does not", async () => {
  const { deliveries, flushes, leaving, after } = await rebalanced();
  expect(await after(SESSION_MS)).toBe("left");
  await leaving;
  expect(flushes).toEqual(["7"]);
  expect(deliveries[1]?.begin()).toBe(false);
});
