/** A removal as it is recorded, and a signature that tests can make and check without a key. */
import { removalText, type UnsignedRemoval } from "../../domain/removals";

export const unsignedRemoval: UnsignedRemoval = {
  businessId: "b1",
  accountId: "a1",
  reason: "erasure_ordered",
  requestedBy: { kind: "admin", id: "a9" },
  requestedAt: "2026-02-01T00:00:00.000Z",
  erasedEvents: 12,
  chainHead: "0".repeat(64),
  removedAt: "2026-02-01T00:00:01.000Z",
  keyId: "key",
};

export const sign = (text: string): string => `signature of ${text}`;

export const signedRemoval = { ...unsignedRemoval, signature: sign(removalText(unsignedRemoval)) };
