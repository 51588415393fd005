/** What the memory of data keys promises. */
import { createKeyCache } from "../../../infra/sealing/key-cache";
import { TestClock } from "../../support/test-clock";

const key = Buffer.alloc(32, 1);

test("a key that was being fetched while it was destroyed is not remembered again", () => {
  const cache = createKeyCache(new TestClock(), 10, 1_000);
  const remember = cache.asOfNow();
  cache.destroyed("account:1");
  expect(remember("account:1", key)).toBe("destroyed");
  expect(cache.get("account:1")).toBe("destroyed");
});

test("a key's age counts from before its query, so that a slow answer does not prolong it", async () => {
  const clock = new TestClock();
  const cache = createKeyCache(clock, 10, 1_000);
  const remember = cache.asOfNow();
  await clock.advance(999);
  remember("account:1", key);
  expect(cache.get("account:1")).toBe(key);
  await clock.advance(1);
  expect(cache.get("account:1")).toBeUndefined();
});

test("where memory is full, only the key that was used longest ago leaves", () => {
  const cache = createKeyCache(new TestClock(), 2, 1_000);
  const remember = cache.asOfNow();
  remember("account:1", key);
  remember("account:2", key);
  cache.get("account:1");
  remember("account:3", key);
  expect(["account:1", "account:2", "account:3"].map(cache.get)).toEqual([key, undefined, key]);
});
