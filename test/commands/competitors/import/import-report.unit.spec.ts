/** An import is written in as few appends as can hold what its rows say. */
import { importParts, partStep } from "../../../../commands/competitors/import/import-report";
import type { PlacedRow } from "../../../../commands/competitors/import/place-import-rows";

const row = (line: number, name: string, placeId = `p${line}`): PlacedRow => ({
  line,
  value: "",
  placeId,
  claim: { name, address: null, rating: null, reviewCount: null, website: null },
});
const rows = (count: number, name: string) => Array.from({ length: count }, (_, at) => row(at + 1, name));
const lengths = (parts: readonly (readonly PlacedRow[])[]) => parts.map(({ length }) => length);

describe("the parts in which an import is written", () => {
  it("are one for hundreds of rows that say little", () => {
    expect(lengths(importParts(rows(1_000, "x".repeat(100))))).toEqual([1_000]);
    expect(lengths(importParts([]))).toEqual([0]);
  });

  it("are more where one append could not hold what the rows say, and keep every row in its order", () => {
    const many = rows(150, "😀".repeat(2_000));
    const parts = importParts(many);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.flat()).toEqual(many);
    for (const part of parts) expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(310_000);
  });

  it("do not count what is named before", () => {
    const same = rows(150, "😀".repeat(2_000)).map((one) => ({ ...one, placeId: "p" }));
    expect(lengths(importParts(same))).toEqual([150]);
  });

  it("are steps of the same name for the same rows, and of others for other rows and other parts", () => {
    const [first = [], second = []] = importParts(rows(150, "😀".repeat(2_000)));
    const names = [partStep(0, first), partStep(1, first), partStep(1, second), partStep(0, first.slice(1))];
    expect(new Set(names).size).toBe(4);
    expect(partStep(0, rows(first.length, "Other"))).toBe(names[0]);
  });
});
