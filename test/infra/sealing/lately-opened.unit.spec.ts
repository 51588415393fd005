/** What one follower opened serves the next one, as long as it would open the same with the same keys. */
import { createLatelyOpened } from "../../../infra/sealing/lately-opened";
import { newEvent, newStream } from "../../contract/event-log/requests";

const stored = () => ({ ...newEvent(), stream: newStream(), revision: 0, position: 1 });
const key = Buffer.alloc(32, 1);

test("the same event is opened once for all who have the same keys", () => {
  const lately = createLatelyOpened();
  const event = stored();
  const open = jest.fn(() => ({ ...event, data: "open" }));
  const first = lately(event, [key], open);
  expect(lately(event, [key], open)).toBe(first);
  expect(open).toHaveBeenCalledTimes(1);
});

test.each([
  ["was destroyed", ["destroyed" as const]],
  ["was asked for anew", [Buffer.from(key)]],
  ["is missing now", [undefined]],
  ["is one of several", [key, key]],
])("it is opened again where a key %s", (_, keys) => {
  const lately = createLatelyOpened();
  const event = stored();
  lately(event, [key], () => ({ ...event, data: "open" }));
  expect(lately(event, keys, () => ({ ...event, data: "again" })).data).toBe("again");
});

test("an event that was read once more is another one, and what cannot be opened is not remembered", () => {
  const lately = createLatelyOpened();
  const event = stored();
  const fail = () => {
    throw new Error("damaged");
  };
  expect(() => lately(event, [key], fail)).toThrow("damaged");
  lately(event, [key], () => ({ ...event, data: "open" }));
  expect(lately({ ...event }, [key], () => ({ ...event, data: "again" })).data).toBe("again");
});

test("nothing is kept for longer than followers are apart", () => {
  jest.useFakeTimers();
  try {
    const lately = createLatelyOpened();
    const event = stored();
    lately(event, [key], () => ({ ...event, data: "open" }));
    jest.advanceTimersByTime(1_000);
    expect(lately(event, [key], () => ({ ...event, data: "again" })).data).toBe("again");
  } finally {
    jest.useRealTimers();
  }
});
