/** What remains of a removed business is said once, and what was said in an older form is read in the newest. */
import { recordRemoval, removalEvents, removals } from "../../domain/removals";
import { given } from "../support/given";
import { sign, signedRemoval as signed, unsignedRemoval as removal } from "../support/removal";

describe("what remains of a removed business", () => {
  it("is said once, and a removal that is repeated says nothing else of it", () => {
    given(removals, [])
      .when(recordRemoval(removal, sign))
      .then([{ type: "BusinessRemoved", data: signed }])
      .repeatsNothing();
    given(removals, [{ type: "BusinessRemoved", data: signed }])
      .when(recordRemoval({ ...removal, erasedEvents: 0 }, sign))
      .then([]);
  });

  it("is read in its newest form where it was recorded in the first", () => {
    const first = { businessId: "b1", accountId: "a1", reason: "restore_window_elapsed", erasedEvents: 3 };
    const { schema, upcasters } = removalEvents.BusinessRemoved;
    const lifted = upcasters[1]?.(first);
    const unsigned = { removedAt: null, keyId: null, signature: null };
    expect(schema.parse(lifted)).toEqual({
      ...first,
      ...{ requestedBy: null, requestedAt: null, chainHead: null },
      ...unsigned,
    });
  });
});
