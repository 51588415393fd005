/** The moves of a compliance registration: what follows from everything that can happen to it, wherever it stands. */
import type { ComplianceStatus } from "./compliance-status";
import type { RefusalCode } from "./refusals";

/** Its owner edits and submits it; the rest comes from the provider, or was done because of it. */
export const complianceInputs = [
  "edit",
  "submit",
  "verdict: pending_review",
  "verdict: approved",
  "verdict: rejected",
  "verdict: action_required",
  "verdict: expired",
  "references",
  "callback",
  "notice",
] as const;
export type ComplianceInput = (typeof complianceInputs)[number];

/** Where it stands afterwards, why its owner may not, or that what came in says nothing of it. */
export type ComplianceMove = ComplianceStatus | { readonly refused: RefusalCode } | "ignored";

/** Reviewers' word is the truth: whatever they came to, they may come to something else later. */
const verdicts = {
  "verdict: pending_review": "pending_review",
  "verdict: approved": "approved",
  "verdict: rejected": "rejected",
  "verdict: action_required": "action_required",
  "verdict: expired": "expired",
} as const;

const submitted = <Status extends ComplianceStatus>(status: Status) =>
  ({ ...verdicts, references: status, callback: status, notice: status }) as const;
/** Refused by reviewers: its owner can change it, and ask once more. */
const changeable = <Status extends ComplianceStatus>(status: Status) =>
  ({ edit: status, submit: "pending_review", ...submitted(status) }) as const;
const closed = <Status extends ComplianceStatus>(status: Status, refused: RefusalCode) =>
  ({ edit: { refused }, submit: { refused }, ...submitted(status) }) as const;

/**
 * Decisions are made from it. Two things are not in it: an incomplete form is not submitted, and what is said of another
 * episode or was said before what is known is ignored.
 */
export const complianceMoves: Readonly<Record<ComplianceStatus, Readonly<Record<ComplianceInput, ComplianceMove>>>> = {
  draft: {
    edit: "draft",
    submit: "pending_review",
    // Nobody was shown it.
    "verdict: pending_review": "ignored",
    "verdict: approved": "ignored",
    "verdict: rejected": "ignored",
    "verdict: action_required": "ignored",
    "verdict: expired": "ignored",
    references: "ignored",
    callback: "ignored",
    notice: "ignored",
  },
  pending_review: closed("pending_review", "compliance_in_review"),
  approved: closed("approved", "compliance_already_approved"),
  rejected: changeable("rejected"),
  action_required: changeable("action_required"),
  expired: changeable("expired"),
};
