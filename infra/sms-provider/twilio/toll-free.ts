/** The verification of a toll-free number: handed in once for each episode, edited while Twilio lets it be, and looked up. */
import type { Clock } from "../../time/clock";
import type { ReviewVerdict, SubmittedRegistration } from "../sms-provider";
import { nonsense, unlessGone } from "./faults";
import type { Kept } from "./kept";
import type { Sdk } from "./sdk";
import { verificationFields } from "./toll-free-form";
import { codeIn, instantIn, orElse, plainText, reasonsIn, sidIn } from "./values";

type Verification = Awaited<ReturnType<ReturnType<Sdk["messaging"]["v1"]["tollfreeVerifications"]>["fetch"]>>;

const PART = "verification";
const FOUND_MAX = 50;
const REASON_CHARS_MAX = 500;

export async function advanceTollFree(
  sdk: Sdk,
  clock: Clock,
  registration: SubmittedRegistration,
  kept: Kept,
): Promise<ReviewVerdict> {
  const known = await fetch(sdk, kept.get(PART));
  if (known !== undefined && kept.isHandedIn(PART)) return verdictOf(known, clock.now());
  const verification = await handIn(sdk, clock, registration, known);
  await kept.handIn(PART, sidIn(verification.sid, "HH"));
  return verdictOf(verification, clock.now());
}

/** What was made by an attempt that broke off before it was kept is taken as it is: it holds the form of this episode. */
async function handIn(
  sdk: Sdk,
  clock: Clock,
  { registrationId, providerNumberId, form }: SubmittedRegistration,
  known: Verification | undefined,
): Promise<Verification> {
  const verifications = sdk.messaging.v1.tollfreeVerifications;
  const ours = await verifications.list({ externalReferenceId: registrationId, limit: FOUND_MAX, pageSize: FOUND_MAX });
  const [newest] = [...ours].sort((left, right) => right.dateCreated.getTime() - left.dateCreated.getTime());
  if (newest !== undefined && newest.sid !== known?.sid) return newest;
  const fields = verificationFields(form);
  if (known === undefined || (known.status === "TWILIO_REJECTED" && !isEditable(known, clock.now())))
    return await verifications.create({
      ...fields,
      tollfreePhoneNumberSid: providerNumberId,
      externalReferenceId: registrationId,
    });
  // Anything else than a rejected one was edited by an attempt that broke off, or reviewers were quicker.
  if (known.status !== "TWILIO_REJECTED") return known;
  return await verifications(known.sid).update({ ...fields, editReason: "The business corrected its form." });
}

async function fetch(sdk: Sdk, sid: string | undefined): Promise<Verification | undefined> {
  if (sid === undefined) return undefined;
  return await unlessGone(sdk.messaging.v1.tollfreeVerifications(sid).fetch());
}

function isEditable({ editAllowed, editExpiration }: Verification, now: Date): boolean {
  return editAllowed && !isOver(editExpiration, now);
}

function isOver(expiration: unknown, now: Date): boolean {
  const at = instantIn(expiration);
  return at !== null && new Date(at) <= now;
}

export function verdictOf(verification: Verification, now: Date): ReviewVerdict {
  const reviewedAt = instantIn(verification.dateUpdated);
  switch (verification.status) {
    case "PENDING_REVIEW":
    case "IN_REVIEW":
      return { status: "pending_review", reasons: [], reviewedAt: null };
    case "TWILIO_APPROVED":
      return { status: "approved", reasons: [], reviewedAt };
    case "TWILIO_REJECTED": {
      const reasons = reasonsOf(verification);
      if (!isOver(verification.editExpiration, now)) return { status: "rejected", reasons, reviewedAt };
      return { status: "expired", reasons, reviewedAt: instantIn(verification.editExpiration) };
    }
    default:
      throw nonsense("a verification of a status that is none");
  }
}

/** Older rejections have one reason, in fields of its own. */
function reasonsOf({ rejectionReasons, rejectionReason, errorCode }: Verification): ReviewVerdict["reasons"] {
  const reasons = reasonsIn(rejectionReasons);
  if (reasons.length > 0) return reasons;
  const message = plainText(rejectionReason, REASON_CHARS_MAX);
  const only = message === null ? [] : [{ code: codeIn(errorCode), message }];
  return orElse(only, "The verification was rejected; no reason was given.");
}
