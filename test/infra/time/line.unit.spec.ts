/** A line of which nobody expects more patience than was promised. */
import { createLine } from "../../../infra/time/line";
import { TestClock } from "../../support/test-clock";

function door(limits: { readonly atOnce: number; readonly waitingMax: number; readonly milliseconds: number }) {
  const clock = new TestClock();
  const line = createLine(
    { ...limits, patience: { clock, milliseconds: limits.milliseconds } },
    () => new Error("busy"),
  );
  const leave: (() => void)[] = [];
  const entered: string[] = [];
  const come = (name: string) =>
    line(() => {
      entered.push(name);
      return new Promise<string>((resolve) => leave.push(() => resolve(name)));
    });
  return { clock, come, entered, leave: () => leave.shift()?.() };
}

test("one who waited for too long gives up, and the place in the line is free for another", async () => {
  const { clock, come, entered, leave } = door({ atOnce: 1, waitingMax: 1, milliseconds: 1_000 });
  const one = come("one");
  const two = expect(come("two")).rejects.toThrow("busy");
  await expect(come("three")).rejects.toThrow("busy");
  await clock.advance(999);
  expect(entered).toEqual(["one"]);
  await clock.advance(1);
  await two;
  const four = come("four");
  leave();
  expect(await one).toBe("one");
  await clock.advance(1);
  leave();
  expect([await four, entered]).toEqual(["four", ["one", "four"]]);
});

test("one who entered in time stays inside for as long as it takes", async () => {
  const { clock, come, leave } = door({ atOnce: 1, waitingMax: 1, milliseconds: 1_000 });
  const [one, two] = [come("one"), come("two")];
  await clock.advance(500);
  leave();
  await one;
  await clock.advance(60_000);
  leave();
  expect(await two).toBe("two");
  const three = come("three");
  await clock.advance(0);
  leave();
  expect(await three).toBe("three");
});
