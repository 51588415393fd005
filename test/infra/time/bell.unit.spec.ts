/** What who waits for a bell may rely on. */
import { Bell } from "../../../infra/time/waiting";

const TURN = () => new Promise<void>((settle) => setImmediate(settle));

async function isOver(waiting: Promise<void>): Promise<boolean> {
  return Promise.race([waiting.then(() => true), TURN().then(() => false)]);
}

describe("a bell", () => {
  test("a ring that comes while its listener still looks is heard as soon as it waits", async () => {
    const bell = new Bell();
    bell.ring();
    expect(await isOver(bell.next())).toBe(true);
  });

  test("many rings are one, and the listener then waits for the next", async () => {
    const bell = new Bell();
    bell.ring();
    bell.ring();
    await bell.next();
    const waiting = bell.next();
    expect(await isOver(waiting)).toBe(false);
    bell.ring();
    expect(await isOver(waiting)).toBe(true);
    expect(await isOver(bell.next())).toBe(false);
  });

  test("what was hushed is not heard", async () => {
    const bell = new Bell();
    bell.ring();
    bell.hush();
    expect(await isOver(bell.next())).toBe(false);
  });
});
