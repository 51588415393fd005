/** How many passwords are hashed side by side, and what becomes of the rest. */
import { errorAnswer, expectedFailure } from "../../../infra/http/error-answers";
import { createHashingQueue, TooManyHashes } from "../../../infra/identity/hashing-queue";

function bench(limits = { atOnce: 2, waitingMax: 3 }) {
  const queue = createHashingQueue(limits);
  const started: string[] = [];
  const finish = new Map<string, (fault?: Error) => void>();
  const hash = (name: string) => {
    const hashed = new Promise<string>((resolve, reject) =>
      finish.set(name, (fault) => (fault === undefined ? resolve(name) : reject(fault))),
    );
    return queue(() => {
      started.push(name);
      return hashed;
    });
  };
  return { hash, started, finish: (name: string, fault?: Error) => finish.get(name)?.(fault) };
}

test("two at a time, the others in the order in which they came, and the place of one that failed is free again", async () => {
  const { hash, started, finish } = bench();
  const [one, two, three, four] = ["one", "two", "three", "four"].map(hash);
  await Promise.resolve();
  expect(started).toEqual(["one", "two"]);
  finish("two", new Error("broken"));
  await expect(two).rejects.toThrow("broken");
  expect(started).toEqual(["one", "two", "three"]);
  finish("one");
  finish("three");
  expect([await one, await three]).toEqual(["one", "three"]);
  expect(started).toEqual(["one", "two", "three", "four"]);
  finish("four");
  expect(await four).toBe("four");
  const [five, six] = ["five", "six"].map(hash);
  await Promise.resolve();
  expect(started.slice(4)).toEqual(["five", "six"]);
  finish("five");
  finish("six");
  await Promise.all([five, six]);
});

test("beyond those that may wait, one is told at once to come again, as a 503 with Retry-After", async () => {
  const { hash, started, finish } = bench({ atOnce: 1, waitingMax: 1 });
  const [one, two] = ["one", "two"].map(hash);
  const refused: unknown = await hash("three").catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(TooManyHashes);
  const failure = expectedFailure(refused);
  const answer = failure === undefined ? undefined : errorAnswer(failure, "r-1", { headers: {} });
  expect([answer?.status, answer?.headers["retry-after"]]).toEqual([503, "1"]);
  finish("one");
  await one;
  finish("two");
  expect([await two, started]).toEqual(["two", ["one", "two"]]);
});
