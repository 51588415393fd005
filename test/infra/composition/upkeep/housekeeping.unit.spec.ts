/** What housekeeping promises: at the start and every hour, one purge without regard to another, and an end that is one. */
import { housekeeping, keepHouse } from "../../../../infra/composition/upkeep/housekeeping";
import { TestClock } from "../../../support/test-clock";

const HOUR_MS = 3_600_000;
const turn = () => new Promise((settle) => setImmediate(settle));

test("what has expired is forgotten at the start and every hour, whether or not something else can be", async () => {
  const clock = new TestClock();
  const warn = jest.fn();
  const purge = jest.fn(() => Promise.resolve());
  const broken = () => Promise.reject(new Error("no database"));
  const stop = keepHouse(clock, { warn }, [broken, purge]);
  await turn();
  expect([purge.mock.calls.length, warn.mock.calls.length]).toEqual([1, 1]);
  await clock.advance(HOUR_MS - 1);
  expect(purge).toHaveBeenCalledTimes(1);
  await clock.advance(1);
  await clock.advance(HOUR_MS);
  expect([purge.mock.calls.length, warn.mock.calls.length]).toEqual([3, 3]);
  await stop();
  await clock.advance(5 * HOUR_MS);
  expect(purge).toHaveBeenCalledTimes(3);
});

test("its end waits for what is under way, and nothing begins after it", async () => {
  const clock = new TestClock();
  let finish: () => void = () => undefined;
  const slow = jest.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const stop = keepHouse(clock, { warn: jest.fn() }, [slow]);
  let ended = false;
  const stopped = stop().then(() => (ended = true));
  await turn();
  expect(ended).toBe(false);
  finish();
  await stopped;
  await clock.advance(2 * HOUR_MS);
  expect(slow).toHaveBeenCalledTimes(1);
});

test("what is forgotten under a lease hears at once that the lease is lost", async () => {
  const lease = new AbortController();
  let heard: AbortSignal | undefined;
  const purge = (lost: AbortSignal) => {
    heard = lost;
    return Promise.resolve();
  };
  const duties = housekeeping({ clock: new TestClock(), logger: { warn: jest.fn() } }, [purge]);
  const held = duties.hold({ name: "hourly", fence: 1, signal: lease.signal });
  expect(heard?.aborted).toBe(false);
  lease.abort();
  expect(heard?.aborted).toBe(true);
  await held;
});
