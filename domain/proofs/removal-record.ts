/** Whether the record of a removal is the one that the service made: what it speaks of is gone, so that its signature alone tells. */
import type { Recorded } from "../fold/event";
import { removalSchema, removalText } from "../removals";
import type { IsSigned } from "./anchored-chain";
import { faultAt, placeOf, type Fault } from "./fault";

/** Removals were not signed in the first version of their record: nothing tells whether such a one was altered. */
export const isUnsignedRemoval = ({ type, metadata }: Recorded): boolean =>
  type === "BusinessRemoved" && metadata.schemaVersion === 1;

/** Of the record as it is stored. */
export function removalFault(record: Recorded, businessId: string, isSigned: IsSigned): Fault | undefined {
  if (isUnsignedRemoval(record)) return undefined;
  const wrong = wrongWith(record, businessId, isSigned);
  return wrong === undefined ? undefined : faultAt("removal_forged", placeOf(record), 0, wrong);
}

function wrongWith({ type, data }: Recorded, businessId: string, isSigned: IsSigned): string | undefined {
  const parsed = removalSchema.strict().safeParse(data);
  if (type !== "BusinessRemoved" || !parsed.success) return "It is no record of a removal.";
  const { businessId: named, keyId, signature } = parsed.data;
  if (named !== businessId) return "The record of the removal is that of another business.";
  if (keyId === null || signature === null) return "The record of the removal is not signed.";
  if (isSigned(removalText(parsed.data), signature, keyId)) return undefined;
  return `The signature of the record of the removal is not that of the key ${keyId}.`;
}
