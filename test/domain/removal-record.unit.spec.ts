/** What the record of a removal must be to be the service's own. */
import type { Recorded } from "../../domain/fold/event";
import { isUnsignedRemoval, removalFault } from "../../domain/proofs/removal-record";
import { sign, signedRemoval as signed } from "../support/removal";
import { recorded } from "../support/small-history";

const isSigned = (text: string, signature: string, keyId: string) => keyId === "key" && signature === sign(text);

function record(data: object, schemaVersion = 2, type = "BusinessRemoved"): Recorded {
  const [event] = recorded([{ type, stream: "removal-b1", data }]);
  if (event === undefined) throw new Error("Nothing was recorded.");
  return { ...event, metadata: { ...event.metadata, schemaVersion } };
}

describe("the record of a removal", () => {
  test("holds where its signature is over all that it says", () => {
    expect(removalFault(record(signed), "b1", isSigned)).toBeUndefined();
    expect(isUnsignedRemoval(record(signed))).toBe(false);
  });

  test.each([
    ["of another type", record(signed, 2, "BusinessCreated"), "b1"],
    ["of another business", record(signed), "b2"],
    ["with another member", record({ ...signed, more: 1 }), "b1"],
    ["without a signature", record({ ...signed, keyId: null, signature: null }), "b1"],
    ["with another count", record({ ...signed, erasedEvents: 1 }), "b1"],
    ["with another key", record({ ...signed, keyId: "another" }), "b1"],
  ])("is forged %s", (_how, event, businessId) => {
    const fault = removalFault(event, businessId, isSigned);
    expect([fault?.kind, fault?.eventId]).toEqual(["removal_forged", event.id]);
  });

  test("is told to be unsigned in its first version, and no more is known of it", () => {
    const first = record({ businessId: "b1", accountId: "a1", reason: "erasure_ordered", erasedEvents: 3 }, 1);
    expect([removalFault(first, "b1", isSigned), isUnsignedRemoval(first)]).toEqual([undefined, true]);
  });
});
