/** Moments as requests name them, and what is answered to whoever cannot travel there. */
import { momentSchema, travelFailure, travelFails, travelling } from "../../../infra/http/moments";
import { HistoryTooLong, MomentAhead, TravellersTooMany } from "../../../infra/time-travel/time-travel";

test.each([
  ["0", { position: 0 }],
  ["0042", { position: 42 }],
  ["9007199254740991", { position: 9_007_199_254_740_991 }],
  ["2026-01-02T03:04:05Z", { instant: "2026-01-02T03:04:05.000Z" }],
  ["2026-01-02T03:04:05.6+02:00", { instant: "2026-01-02T01:04:05.600Z" }],
])("%s is a moment", (text, moment) => {
  expect(momentSchema.parse(text)).toEqual(moment);
});

test.each([
  ["nothing", ""],
  ["a number below zero", "-1"],
  ["a number in another form", "1e3"],
  ["a position beyond what numbers hold", "9007199254740993"],
  ["a day", "2026-01-02"],
  ["an instant of no zone", "2026-01-02T03:04:05"],
  ["a day that no calendar has", "2026-02-30T00:00:00Z"],
  ["an instant before all instants here", "1899-12-31T23:59:59Z"],
  ["an instant that an offset takes beyond the year 2199", "2199-12-31T23:59:59-01:00"],
  ["a long text", "0".repeat(41)],
])("%s is none", (_what, text) => {
  expect(momentSchema.safeParse(text).success).toBe(false);
});

test("a moment ahead is 400 under the name of its parameter, and whatever else goes wrong goes on", async () => {
  const moments = { from: { position: 1 }, to: { instant: "2030-01-01T00:00:00.000Z" } };
  const ahead = travelling(moments, () => Promise.reject(new MomentAhead({ instant: "2030-01-01T00:00:00.000Z" })));
  await expect(ahead).rejects.toMatchObject({ status: 400, members: { details: [{ path: "query.to" }] } });
  const unknown = new MomentAhead({ position: 2 });
  await expect(travelling(moments, () => Promise.reject(unknown))).rejects.toBe(unknown);
  const other = new Error("out of order");
  await expect(travelling(moments, () => Promise.reject(other))).rejects.toBe(other);
  await expect(travelling(moments, () => Promise.resolve(7))).resolves.toBe(7);
});

test("a history too long is 422 and says how long it may be; too many travellers are 503 and told when to come again", () => {
  expect(travelFailure(new HistoryTooLong(100))).toMatchObject({
    status: 422,
    code: "history_too_long",
    members: { eventsMax: 100 },
  });
  expect(travelFailure(new TravellersTooMany("x"))).toMatchObject({
    status: 503,
    code: "time_travel_busy",
    headers: { "retry-after": "1" },
  });
  expect(travelFailure(new Error("out of order"))).toBeUndefined();
  expect(travelFails).toEqual({ history_too_long: 422, time_travel_busy: 503 });
});
