import { importParts } from "../../commands/import-report";
import type { PlacedRow } from "../../commands/place-import-rows";
import type { Roster } from "../../domain/competitors";

const row = (line: number, name: string, placeId = `p${line}`): PlacedRow => ({
  line,
  value: "",
  placeId,
  claim: { name, address: null, rating: null, reviewCount: null, website: null },
});
const rows = (count: number, name: string) => Array.from({ length: count }, (_, at) => row(at + 1, name));
const nobody: Roster = new Map();
const lengths = (parts: readonly (readonly PlacedRow[])[]) => parts.map(({ length }) => length);

describe("the parts in which an import is written", () => {
  it("are one for thousands of rows, because no more than the quota are written", () => {
    expect(lengths(importParts(rows(5_000, "x".repeat(500)), { roster: nobody, quota: 100 }))).toEqual([5_000]);
    expect(lengths(importParts([], { roster: nobody, quota: 100 }))).toEqual([0]);
  });

  it("are more where one append could not hold what the rows say, and keep every row in its order", () => {
    const many = rows(150, "😀".repeat(2_000));
    const parts = importParts(many, { roster: nobody, quota: 100 });
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.flat()).toEqual(many);
    for (const part of parts.slice(0, -1)) expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(310_000);
  });

  it("do not count what is tracked already or named before", () => {
    const name = "😀".repeat(2_000);
    const tracked = { competitorId: "c", accountId: "a", active: true, jobMonitoring: true };
    const roster = new Map(rows(150, name).map(({ placeId }) => [placeId, tracked]));
    expect(lengths(importParts(rows(150, name), { roster, quota: 1_000 }))).toEqual([150]);
    const same = rows(150, name).map((one) => ({ ...one, placeId: "p" }));
    expect(lengths(importParts(same, { roster: nobody, quota: 100 }))).toEqual([150]);
  });
});
