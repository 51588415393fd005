/** Tests that walk days in a line may trust the clock that they walk by. */
import { TestClock } from "./test-clock";

const DAY_MS = 86_400_000;

test("calls are made in the order in which they fall due, each at its own time", async () => {
  const clock = new TestClock("2026-01-01T00:00:00.000Z");
  const made: string[] = [];
  const note = (name: string) => () => made.push(`${name} ${clock.now().toISOString().slice(0, 10)}`);
  clock.after(30 * DAY_MS, note("removed"));
  clock.after(DAY_MS, note("reminded"));
  clock.after(31 * DAY_MS, note("too late"));
  await clock.advance(30 * DAY_MS);
  expect(made).toEqual(["reminded 2026-01-02", "removed 2026-01-31"]);
  expect(clock.now().toISOString()).toBe("2026-01-31T00:00:00.000Z");
});

test("a call that asks for the next one gets it within the same walk", async () => {
  const clock = new TestClock();
  let turns = 0;
  const again = () => {
    turns += 1;
    clock.after(DAY_MS, again);
  };
  clock.after(DAY_MS, again);
  await clock.advance(10 * DAY_MS);
  expect(turns).toBe(10);
});

test("a call that was called off is not made", async () => {
  const clock = new TestClock();
  let made = false;
  const callOff = clock.after(DAY_MS, () => (made = true));
  callOff();
  await clock.advance(2 * DAY_MS);
  expect(made).toBe(false);
});
