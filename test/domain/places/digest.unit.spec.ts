import fc from "fast-check";
import { digest } from "../../../domain/places/digest";

describe("the digest of a text", () => {
  it("is the polynomial hash to two primes, as it is worked out with whole numbers of any size", () => {
    const lanes = [
      [67_108_859n, 31_415_927n],
      [67_108_837n, 27_182_819n],
    ] as const;
    const exact = (text: string): number => {
      const hashes = lanes.map(([prime, base]) =>
        Array.from({ length: text.length }, (_none, at) => BigInt(text.charCodeAt(at))).reduce(
          (hash, code) => (hash * base + code) % prime,
          BigInt(text.length),
        ),
      );
      return Number((hashes[0] ?? 0n) * lanes[1][0] + (hashes[1] ?? 0n));
    };
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => expect(digest(text)).toBe(exact(text))));
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
