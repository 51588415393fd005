/** Whether a business's history is whole, as it is told to auditors and to its owner. */
import { z } from "zod";
import { chainedStreams } from "../../domain/business-streams";
import { streamName } from "../../domain/fold/aggregate";
import { GENESIS } from "../../domain/fold/event-digest";
import { proveHistory, type Proof } from "../../domain/proofs";
import { faultAt, faultKinds, placeOf, type Fault } from "../../domain/proofs/fault";
import { isUnsignedRemoval, removalFault } from "../../domain/proofs/removal-record";
import { removals } from "../../domain/removals";
import { mergedStreams } from "../../infra/event-log/merged-streams";
import { evidenceOf, type Proving } from "./history-evidence";

/** As RFC 7517 and RFC 8037 have it. */
export const publishedKey = z.strictObject({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.string().describe("The 32 bytes of the key, base64url."),
  kid: z.string().describe("Its thumbprint (RFC 7638)."),
});

export const proofFault = z.strictObject({
  kind: z.enum(faultKinds),
  eventId: z.string().nullable(),
  type: z.string().nullable(),
  stream: z.string().nullable(),
  revision: z.number().int().nullable(),
  position: z.number().int().nullable().describe("Where it was recorded; of an event that never was, where it stands."),
  index: z.number().int().describe("How many events come before it."),
  message: z.string(),
});

const removed = z.strictObject({
  eventId: z.string(),
  at: z.iso.datetime(),
  reason: z.string(),
  events: z.number().int().describe("How many events its history had."),
  chainHead: z.string().nullable().describe("The last head of its chain."),
  signed: z.boolean().describe("False of records from before removals were signed: nothing proves what they say."),
});

export const historyProof = z.strictObject({
  businessId: z.string(),
  whole: z.boolean(),
  events: z.number().int().describe("Those of the whole history, or those before the fault."),
  head: z.string().describe("The chain's head over those events."),
  position: z.number().int().describe("Of the last of them."),
  anchors: z
    .array(
      z.strictObject({
        count: z.number().int().describe("How many events it covers."),
        head: z.string(),
        anchoredAt: z.string(),
        keyId: z.string(),
        valid: z.boolean(),
      }),
    )
    .describe("The last hundred, the newest last."),
  anchored: z.strictObject({ count: z.number().int(), anchoredAt: z.string() }).nullable(),
  publicKey: publishedKey,
  removed: removed.nullable().describe("Null while the business is there."),
  fault: proofFault.nullable().describe("The first one, null where the history is whole."),
});
type HistoryProof = z.input<typeof historyProof>;

/** Undefined where there is and was no such business. Reads the log itself; throws as `evidenceOf` does. */
export async function provenHistory(proving: Proving, businessId: string): Promise<HistoryProof | undefined> {
  const remains = await remainsOf(proving, businessId);
  const proof =
    remains === null
      ? await proveHistory(await evidenceOf(proving, businessId))
      : await proofOfAbsence(proving, businessId, remains);
  if (remains === null && proof.whole && proof.events === 0) return undefined;
  const last = proof.anchors.findLast(({ valid }) => valid);
  const { kty, crv, x, kid } = proving.services.attestor.publicKey;
  return {
    businessId,
    ...proof,
    anchors: [...proof.anchors],
    anchored: last === undefined ? null : { count: last.count, anchoredAt: last.anchoredAt },
    publicKey: { kty, crv, x, kid },
    removed: remains?.removed ?? null,
  };
}

/** As it is stored: a removal of the first version tells no head, and one that somebody altered may tell anything. */
const removalSaid = z
  .object({
    reason: z.string(),
    erasedEvents: z.number().int(),
    chainHead: z.string().nullable().default(null),
    removedAt: z.iso.datetime().nullable().default(null),
  })
  .catch({ reason: "unreadable", erasedEvents: 0, chainHead: null, removedAt: null });

async function remainsOf({ services: { storedLog, attestor } }: Proving, businessId: string) {
  const [event, another] = await storedLog.readStream(streamName(removals.category, businessId), { limit: 2 });
  if (event === undefined) return null;
  const { reason, erasedEvents: events, chainHead, removedAt } = removalSaid.parse(event.data);
  const { id: eventId, position, metadata } = event;
  const fault =
    removalFault(event, businessId, (text, signature, keyId) => attestor.hasSigned(text, signature, keyId)) ??
    (another && faultAt("inserted", placeOf(another), 0, "A business is removed once; this event was put there."));
  const signed = fault === undefined && !isUnsignedRemoval(event);
  return {
    position,
    fault,
    removed: { eventId, at: removedAt ?? metadata.occurredAt, reason, events, chainHead, signed },
  };
}

/** Of a removed business nothing is left to prove but who says so, and that nothing is left. */
async function proofOfAbsence(
  { services: { storedLog } }: Proving,
  businessId: string,
  remains: { readonly position: number; readonly fault: Fault | undefined },
): Promise<Proof> {
  const left = await mergedStreams(storedLog, chainedStreams(businessId)).next();
  const message = "The business was removed and this event is in the log: it was put there, or is about to be erased.";
  const inserted = left.done === true ? null : faultAt("inserted", placeOf(left.value), 0, message);
  const fault = remains.fault ?? inserted;
  return { whole: fault === null, events: 0, head: GENESIS, position: remains.position, anchors: [], fault };
}
