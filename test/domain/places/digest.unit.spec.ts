import fc from "fast-check";
import { digest } from "../../../domain/places/digest";

describe("the digest of a text", () => {
  it("is cyrb53, as its author publishes it", () => {
    expect(["a", "b", "revenge", "revenue"].map(digest)).toEqual([
      7_929_297_801_672_961, 8_684_336_938_537_663, 4_051_478_007_546_757, 8_309_097_637_345_594,
    ]);
  });

  it("differs between texts that differ, and is a whole number that a double holds", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: "binary", maxLength: 40 }), { minLength: 2 }), (texts) => {
        const digests = texts.map(digest);
        expect(new Set(digests).size).toBe(texts.length);
        expect(digests.every((one) => Number.isSafeInteger(one) && one >= 0)).toBe(true);
      }),
    );
  });
});
