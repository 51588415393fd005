/** What happened to a registration, for tests: one of a toll-free number, whose form lacks nothing. */
import type { ComplianceEvent, Verdict } from "../../domain/compliance";
import type { ComplianceStatus } from "../../domain/compliance-status";
import { completeForm } from "../support/compliance-form";

export const ids = { businessId: "b1", accountId: "a1", registrationId: "r1", phoneNumberId: "n1" };
export const begun = { ...ids, kind: "toll_free_verification", form: completeForm } as const;
export const NOW = "2026-03-01T12:00:00.000Z";
export const at = (day: number): string => `2026-03-${String(day).padStart(2, "0")}T12:00:00.000Z`;

const reasons = [{ code: "30489", message: "Say where guests agree." }];
export const told = (status: Verdict["status"], reviewedAt: string | null = null): Verdict => ({
  status,
  reasons: status === "approved" || status === "pending_review" ? [] : reasons,
  reviewedAt,
});

export const drafted: ComplianceEvent = { type: "ComplianceDrafted", data: begun };
export const submitted = (episode: number, before: ComplianceStatus): ComplianceEvent => ({
  type: "ComplianceSubmitted",
  data: { ...ids, episode, before, submittedAt: NOW },
});
const types = {
  approved: "ComplianceApproved",
  rejected: "ComplianceRejected",
  action_required: "ComplianceActionRequired",
  expired: "ComplianceExpired",
  pending_review: "ComplianceReviewReopened",
} as const;
export const judged = (verdict: Verdict, before: ComplianceStatus, episode = 1): ComplianceEvent => {
  const data = { ...ids, episode, before, reviewedAt: verdict.reviewedAt };
  if (verdict.status === "approved" || verdict.status === "pending_review")
    return { type: types[verdict.status], data };
  return { type: types[verdict.status], data: { ...data, reasons: [...verdict.reasons] } };
};

/** What happened to a registration that stands there. */
export function standing(status: ComplianceStatus): readonly ComplianceEvent[] {
  if (status === "draft") return [drafted];
  const pending = [drafted, submitted(1, "draft")];
  return status === "pending_review" ? pending : [...pending, judged(told(status), "pending_review")];
}
