/** Folds that take long give way in between, and change what they would at once. */
import type { Recorded } from "../../../domain/fold/event";
import { foldInTurns } from "../../../infra/projector/fold-in-turns";
import { foldSteps, stepsOf } from "../../../infra/projector/fold-rows";
import { integer, projection, text, type Projection } from "../../../infra/projector/projection";

interface Counted {
  readonly type: "Counted";
  readonly data: { readonly key: string };
}
const counters = (slow: boolean) =>
  projection<Counted>()({
    table: "counters",
    version: 1,
    columns: { key: text, count: integer },
    key: ["key"],
    slow,
    on: {
      Counted: {
        keys: ({ data }) => ({ key: data.key }),
        // The fourth takes the row away.
        fold: (row, { data }) => (row?.count === 3 ? null : { key: data.key, count: (row?.count ?? 0) + 1 }),
      },
    },
  }) as unknown as Projection;

const events = Array.from({ length: 100 }, (_, at) => ({
  ...{ type: "Counted", data: { key: `k${at % 30}` }, position: at + 1 },
})) as unknown as readonly Recorded[];
const loaded = Array.from({ length: 30 }, (_, at) => ({ key: `k${at}`, count: at % 4 }));

test("what becomes of rows is the same in turns as at once", async () => {
  const steps = stepsOf(counters(true), events);
  const inTurns = await foldInTurns(counters(true), steps, loaded);
  const atOnce = foldSteps(counters(true), steps, loaded);
  const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted();
  expect(sorted(inTurns.insertions)).toEqual(sorted(atOnce.insertions));
  expect(sorted(inTurns.updates)).toEqual(sorted(atOnce.updates));
  expect(sorted(inTurns.removals)).toEqual(sorted(atOnce.removals));
  expect(atOnce.removals.length).toBeGreaterThan(0);
});

test("others have their turn between the rows of a slow projection, and not within a quick one", async () => {
  const turnsOfOthers = async (slow: boolean) => {
    let turns = 0;
    let folding = true;
    const other = () => {
      turns += 1;
      if (folding) setImmediate(other);
    };
    setImmediate(other);
    await foldInTurns(counters(slow), stepsOf(counters(slow), events), loaded);
    folding = false;
    return turns;
  };
  expect([await turnsOfOthers(true), await turnsOfOthers(false)]).toEqual([3, 0]);
});

test("a row that nobody asked for is refused in turns as well", async () => {
  const steps = stepsOf(counters(true), events);
  await expect(foldInTurns(counters(true), steps, [{ key: "stranger", count: 1 }])).rejects.toThrow("another spelling");
});
