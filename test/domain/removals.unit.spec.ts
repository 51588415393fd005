import { recordRemoval, removalEvents, removals, type RemovalRecord } from "../../domain/removals";
import { given } from "../support/given";

const removal: RemovalRecord = {
  businessId: "b1",
  accountId: "a1",
  reason: "erasure_ordered",
  requestedBy: { kind: "admin", id: "a9" },
  requestedAt: "2026-02-01T00:00:00.000Z",
  erasedEvents: 12,
  chainHead: "0".repeat(64),
};

describe("what remains of a removed business", () => {
  it("is said once, and a removal that is repeated says nothing else of it", () => {
    given(removals, [])
      .when(recordRemoval(removal))
      .then([{ type: "BusinessRemoved", data: removal }])
      .repeatsNothing();
    given(removals, [{ type: "BusinessRemoved", data: removal }])
      .when(recordRemoval({ ...removal, erasedEvents: 0 }))
      .then([]);
  });

  it("is read in its newest form where it was recorded in the first", () => {
    const first = { businessId: "b1", accountId: "a1", reason: "restore_window_elapsed", erasedEvents: 3 };
    const { schema, upcasters } = removalEvents.BusinessRemoved;
    const lifted = upcasters[1]?.(first);
    expect(schema.parse(lifted)).toEqual({ ...first, requestedBy: null, requestedAt: null, chainHead: null });
  });
});
