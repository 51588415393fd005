import fc from "fast-check";
import { FEATURE_NUMBER_MAX, featureIdOf, placeIdEnding, placeIdOf } from "../../../domain/places/feature-id";

/** As maps show them side by side. */
const known = [
  ["ChIJN1t_tDeuEmsRUsoyG83frY4", 0x6b12ae37b47f5b37n, 0x8eaddfcd1b32ca52n],
  ["ChIJlZ1jG6NZwokRQIXt47NzppA", 0x89c259a31b639d95n, 0x90a673b3e3ed8540n],
  ["ChIJozA1CAz1pUcRQYFTa3So2w8", 0x47a5f50c083530a3n, 0x0fdba8746b538141n],
  ["ChIJ_WdwlIjXhVQRSrI7Lltm5dk", 0x5485d788947067fdn, 0xd9e5665b2e3bb24an],
] as const;

describe("a feature id", () => {
  test.each(known)("becomes the place id %s, and is found in it again", (placeId, cell, cid) => {
    expect(placeIdOf({ cell, cid })).toBe(placeId);
    expect(featureIdOf(placeId)).toEqual({ cell, cid });
    expect(placeId.endsWith(placeIdEnding(cid))).toBe(true);
  });

  it("of any two numbers survives the way there and back, and its cid alone tells the ending", () => {
    const number = fc.bigInt({ min: 0n, max: FEATURE_NUMBER_MAX });
    fc.assert(
      fc.property(number, number, (cell, cid) => {
        const placeId = placeIdOf({ cell, cid });
        expect(placeId).toMatch(/^ChIJ[\w-]{23}$/);
        expect(featureIdOf(placeId)).toEqual({ cell, cid });
        expect(placeId.slice(-11)).toBe(placeIdEnding(cid));
      }),
    );
  });

  it("is in no other text", () => {
    const others = ["", "place-4711", "ChIJ", "ChIJN1t_tDeuEmsRUsoyG83frY4=", "GhIJQWDl0CIeQUARxks3icF8U8A"];
    expect(others.map(featureIdOf)).toEqual(others.map(() => undefined));
    fc.assert(fc.property(fc.string(), (text) => expect(featureIdOf(text)).toBeUndefined()));
  });
});
