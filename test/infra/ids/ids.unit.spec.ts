import fc from "fast-check";
import { v5 } from "uuid";
import { createIds } from "../../../infra/ids/ids";
import { systemClock } from "../../../infra/time/clock";

const NAMESPACE = "7f7c6a52-3f1e-5d0b-9d5c-2a8f0f6b1c11";
const ids = createIds(systemClock);

describe("derived ids", () => {
  it("are UUIDs of version 5 in the namespace of all that was derived before", () => {
    expect(ids.derive("a")).toBe("5ec9b9a4-9adb-5053-8a25-341f461fd039");
    const parts = fc.array(fc.string({ unit: "grapheme" }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(parts, (given) => {
        const name = given.map((part) => `${part.length}:${part}`).join("");
        expect(ids.derive(...given)).toBe(v5(name, NAMESPACE));
      }),
    );
  });

  it("tell parts apart that would be the same text together", () => {
    expect(ids.derive("ab", "c")).not.toBe(ids.derive("a", "bc"));
  });
});
