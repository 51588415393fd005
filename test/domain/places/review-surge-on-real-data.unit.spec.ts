/** How often the review-surge rule fires on ten years of real review dates; skipped where that data is not at hand. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { reviewSurge, SURGE_RULE, type DayCount } from "../../../domain/places/review-surge";

const folder = process.env["REAL_DATA_DIR"] ?? path.join(__dirname, "../../../../shared/data");
const file = path.join(folder, "oslo-lodging/reviews.csv");
const where = existsSync(file) ? describe : describe.skip;

const DAY_MS = 86_400_000;
const number = (day: string): number => Date.parse(day) / DAY_MS;
const COUNTS_KEPT = 200;

/** The counts that each place reached, one for each day on which it was reviewed. */
function countsByPlace(): ReadonlyMap<string, readonly DayCount[]> {
  const places = new Map<string, DayCount[]>();
  for (const line of readFileSync(file, "utf8").trim().split("\n").slice(1)) {
    const [day = "", place = ""] = line.split(",");
    const counts = places.get(place) ?? [];
    places.set(place, counts);
    const last = counts.at(-1);
    if (last?.day === day) counts.pop();
    counts.push({ day, count: (last?.count ?? 0) + 1 });
  }
  return places;
}

function surgeDays(counts: readonly DayCount[]): readonly string[] {
  const days: string[] = [];
  for (const [index, today] of counts.entries())
    if (reviewSurge(counts.slice(Math.max(0, index - COUNTS_KEPT), index), today, days.at(-1) ?? null) !== null)
      days.push(today.day);
  return days;
}

where(`the review-surge rule on real reviews${existsSync(file) ? "" : ` (skipped: there is no ${file})`}`, () => {
  const places = existsSync(file) ? countsByPlace() : new Map<string, readonly DayCount[]>();
  const surges = new Map([...places].map(([place, counts]) => [place, surgeDays(counts)] as const));
  const all = [...surges.values()].flat();

  it("fires rarely, and not never: on 5 of 77,571 place-days", () => {
    const placeDays = [...places.values()].reduce((sum, counts) => sum + counts.length, 0);
    expect({ places: places.size, placeDays }).toEqual({ places: 2_760, placeDays: 77_571 });
    const years = new Map<string, number>();
    for (const day of all) years.set(day.slice(0, 4), (years.get(day.slice(0, 4)) ?? 0) + 1);
    expect(Object.fromEntries([...years].sort())).toEqual({ "2016": 1, "2019": 1, "2021": 3 });
  });

  it("never fires on a first import, nor twice within the quiet days", () => {
    for (const [place, days] of surges) {
      const first = places.get(place)?.[0]?.day ?? "";
      for (const [index, day] of days.entries()) {
        expect(number(day) - number(first)).toBeGreaterThan(SURGE_RULE.historyDaysMin);
        const next = days[index + 1];
        if (next !== undefined) expect(number(next) - number(day)).toBeGreaterThan(SURGE_RULE.quietDaysAfter);
      }
    }
    for (const counts of places.values()) {
      const last = counts.at(-1);
      if (last !== undefined) expect(reviewSurge([], last, null)).toBeNull();
    }
  });

  it("fires on a burst that is put into a place which is counted daily, wherever it was tried", () => {
    let missed = 0;
    const tried = [...places.values()].filter((_counts, index) => index % 10 === 0);
    for (const counts of tried) {
      const last = counts.at(-1);
      if (last === undefined) continue;
      const daily = Array.from({ length: 120 }, (_, index) => ({
        day: new Date((number(last.day) - 119 + index) * DAY_MS).toISOString().slice(0, 10),
        count: counts.findLast(({ day }) => number(day) <= number(last.day) - 119 + index)?.count ?? 0,
      }));
      const burst = {
        day: new Date((number(last.day) + 1) * DAY_MS).toISOString().slice(0, 10),
        count: last.count + 25,
      };
      if (reviewSurge(daily, burst, null) === null) missed += 1;
    }
    expect(missed).toBe(0);
  });
});
