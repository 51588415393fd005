/** A service that is away is asked again, but not for ever about one thing, nor after days because it said so. */
import { createIds } from "../../../infra/ids/ids";
import { silentLogger } from "../../../infra/logging/logger";
import { createPatience } from "../../../processors/collector/patience";
import { ServiceAwayError } from "../../../processors/collector/service-client";
import { TestClock } from "../../support/test-clock";

const never = new AbortController().signal;

function asking(answers: readonly (ServiceAwayError | string)[]) {
  const clock = new TestClock();
  const insist = createPatience({ clock, ids: createIds(clock), logger: silentLogger });
  const askedAt: number[] = [];
  const ask = (): Promise<string> => {
    const answer = answers[Math.min(askedAt.length, answers.length - 1)];
    askedAt.push(clock.now().getTime());
    return answer instanceof ServiceAwayError ? Promise.reject(answer) : Promise.resolve(String(answer));
  };
  return { clock, insist, ask, askedAt };
}

/** A minute at a time, so that what was asked can ask again. */
async function walk(clock: TestClock, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await new Promise((settle) => setImmediate(settle));
    await clock.advance(60_000);
  }
}

const away = (retryAfterSeconds?: number) => new ServiceAwayError("It answered 500.", retryAfterSeconds);

test("what fails every time is given up after as many tries as it may have", async () => {
  const { clock, insist, ask, askedAt } = asking([away()]);
  const given = insist(ask, never, 3).catch((error: unknown) => error);
  await walk(clock, 60);
  expect(await given).toBeInstanceOf(ServiceAwayError);
  expect(askedAt).toHaveLength(3);
});

test("without a bound it is asked until it answers, at most a minute apart", async () => {
  const { clock, insist, ask, askedAt } = asking([...Array.from({ length: 50 }, () => away()), "well"]);
  const answer = insist(ask, never);
  await walk(clock, 60);
  expect(await answer).toBe("well");
  const waits = askedAt.slice(1).map((at, index) => at - (askedAt[index] ?? 0));
  expect(Math.max(...waits)).toBeLessThanOrEqual(60_000);
});

test("it waits as long as the service asks for, up to five minutes", async () => {
  const { clock, insist, ask, askedAt } = asking([away(120), away(2_000_000), "well"]);
  const answer = insist(ask, never);
  await walk(clock, 60);
  expect(await answer).toBe("well");
  expect(askedAt.slice(1).map((at, index) => at - (askedAt[index] ?? 0))).toEqual([120_000, 300_000]);
});
