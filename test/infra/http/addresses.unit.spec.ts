/** Which addresses limits take for one. */
import { createFailedAttempts } from "../../../infra/http/failed-attempts";
import { addressBlock } from "../../../infra/http/message";
import { TestClock } from "../../support/test-clock";

test.each([
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::ffff", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["203.0.113.9", "203.0.113.9"],
  ["ada@example.com", "ada@example.com"],
  ["", ""],
])("%s counts as %s", (ip, block) => {
  expect(addressBlock(ip)).toBe(block);
});

test("no more addresses are remembered than there is room for, and those that were refused last stay longest", async () => {
  const usedUp = { allowed: false, limit: 300, remaining: 0, resetSeconds: 60 };
  const failed = createFailedAttempts(new TestClock(), { take: () => Promise.resolve(usedUp) });
  await failed.note("first");
  await failed.note("second");
  expect(() => failed.check("first")).toThrow("Too many wrong credentials");
  for (let at = 0; at < 9_999; at += 1) await failed.note(`other-${at}`);
  expect(() => failed.check("first")).not.toThrow();
  expect(() => failed.check("second")).toThrow("Too many wrong credentials");
});
