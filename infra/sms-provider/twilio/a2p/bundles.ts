/** A bundle is filled, evaluated and handed in once for each episode that needs it, wherever an attempt before broke off. */
import type { ReviewVerdict } from "../../sms-provider";
import { nonsense } from "../faults";
import type { Kept } from "../kept";
import { instantIn, orElse, plainText, reasonsIn, type Reason } from "../values";
import type { BundleApi, NewBundle } from "./bundle-api";
import { pending } from "./verdicts";

export interface Bundle {
  readonly part: string;
  readonly api: BundleApi;
  readonly asNew: NewBundle;
  /** The ids of all that belongs into it, as the form has it. */
  fill(): Promise<readonly string[]>;
}

export interface BundleStand {
  readonly sid: string;
  /** Null where reviewers have let it pass. */
  readonly verdict: ReviewVerdict | null;
}

const REASON_CHARS_MAX = 500;
const REASONS_MAX = 20;

export async function advanceBundle({ part, api, asNew, fill }: Bundle, kept: Kept): Promise<BundleStand> {
  const sid = kept.get(part) ?? (await kept.add(part, (await api.find(asNew)) ?? (await api.create(asNew))));
  const state = await api.fetch(sid);
  const isOpen = state.status === "draft" || (state.status === "twilio-rejected" && !kept.isHandedIn(part));
  if (!isOpen) return { sid, verdict: verdictOf(state) };
  const inside = await api.assigned(sid);
  for (const objectSid of await fill()) if (!inside.includes(objectSid)) await api.assign(sid, objectSid);
  const evaluation = await api.evaluate(sid, asNew.policySid);
  if (evaluation.status !== "compliant") {
    const reasons = orElse(lacking(evaluation.results), "The form lacks something that the registration needs.");
    return { sid, verdict: { status: "action_required", reasons, reviewedAt: null } };
  }
  const submitted = await api.submit(sid);
  await kept.handIn(part, sid);
  return { sid, verdict: verdictOf(submitted) };
}

function verdictOf({ status, errors, dateUpdated }: Awaited<ReturnType<BundleApi["fetch"]>>): ReviewVerdict | null {
  switch (status) {
    case "twilio-approved":
      return null;
    case "draft":
    case "pending-review":
    case "in-review":
      return pending;
    case "twilio-rejected": {
      const reasons = orElse(
        reasonsIn(errors),
        "What the business says of itself was not accepted; no reason was given.",
      );
      return { status: "rejected", reasons, reviewedAt: instantIn(dateUpdated) };
    }
    default:
      throw nonsense("a bundle of a status that is none");
  }
}

/** An evaluation names each requirement, and in those that failed each field that is not in order. */
function lacking(results: unknown): readonly Reason[] {
  const requirements = listOf(results).filter(({ passed }) => passed === false);
  const reasons = requirements.flatMap((requirement): readonly Reason[] => {
    const name = plainText(requirement["friendly_name"], REASON_CHARS_MAX);
    const fields = listOf(requirement["invalid"]).flatMap((field) => reasonsIn([field]));
    if (fields.length > 0) return fields;
    const own = reasonsIn([requirement]);
    return own.length > 0 || name === null ? own : [{ code: null, message: `Not in order: ${name}` }];
  });
  return reasons.slice(0, REASONS_MAX);
}

function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return items.filter((item): item is Record<string, unknown> => typeof item === "object" && item !== null);
}
