/** What is sent as one is cut into what brokers take at a time. */
import fc from "fast-check";
import { inParts } from "../../../infra/kafka/fenced-session";
import { bytesOf } from "../../../infra/kafka/session";

test("every record is in one part, in order, and no part is larger than it may be or could have taken the next record", () => {
  const records = fc.array(fc.option(fc.nat({ max: 40 })).map((bytes) => (bytes === null ? null : "x".repeat(bytes))));
  fc.assert(
    fc.property(records, fc.integer({ min: 1, max: 60 }), (values, bytesMax) => {
      const given = values.map((value) => ({ value }));
      const parts = inParts(given, bytesMax, bytesOf);
      expect(parts.flat()).toEqual(given);
      const size = (part: readonly { value: string | null }[] = []) =>
        part.reduce((sum, { value }) => sum + (value?.length ?? 0), 0);
      for (const [at, part] of parts.entries()) {
        if (part.length > 1) expect(size(part)).toBeLessThanOrEqual(bytesMax);
        if (at > 0) expect(size(parts[at - 1]) + size(part.slice(0, 1))).toBeGreaterThan(bytesMax);
      }
    }),
  );
});
