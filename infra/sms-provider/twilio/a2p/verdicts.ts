/** What the registry says of brands and campaigns, in the words of the port. */
import type { ReviewVerdict } from "../../sms-provider";
import { nonsense } from "../faults";
import { instantIn, orElse, plainText, reasonsIn } from "../values";

const REASON_CHARS_MAX = 500;

export const pending: ReviewVerdict = { status: "pending_review", reasons: [], reviewedAt: null };

export interface BrandState {
  readonly status: string;
  readonly brandType: string;
  readonly identityStatus: string;
  readonly errors: unknown;
  readonly failureReason: unknown;
  readonly dateUpdated: unknown;
}

/** Null where the brand is registered, and its campaign can follow. */
export function brandVerdict(brand: BrandState): ReviewVerdict | null {
  const reviewedAt = instantIn(brand.dateUpdated);
  switch (brand.status) {
    case "PENDING":
    case "IN_REVIEW":
      return pending;
    case "APPROVED":
      return awaitsOwner(brand) ? { status: "action_required", reasons: [ANSWER_YES], reviewedAt } : null;
    case "FAILED": {
      const said = reasonsIn(brand.errors);
      const failure = plainText(brand.failureReason, REASON_CHARS_MAX);
      const reasons = said.length > 0 || failure === null ? said : [{ code: null, message: failure }];
      return {
        status: "rejected",
        reasons: orElse(reasons, "The brand was not registered; no reason was given."),
        reviewedAt,
      };
    }
    case "SUSPENDED":
    case "DELETION_PENDING":
    case "DELETION_FAILED": {
      const reasons = orElse(
        reasonsIn(brand.errors),
        "The registry has suspended the brand; the provider's support can say why.",
      );
      return { status: "expired", reasons, reviewedAt };
    }
    default:
      throw nonsense("a brand of a status that is none");
  }
}

const VERIFIED = new Set(["VERIFIED", "VETTED_VERIFIED"]);

/** A sole proprietor proves by telephone to be the one (Twilio, error 30752). */
export function awaitsOwner({ status, brandType, identityStatus }: BrandState): boolean {
  return status === "APPROVED" && brandType === "SOLE_PROPRIETOR" && !VERIFIED.has(identityStatus);
}

const ANSWER_YES = {
  code: null,
  message:
    "A text message was sent to the mobile number of the contact: its owner answers YES within 24 hours. Submit again afterwards to go on, or to have it sent once more.",
} as const;

export interface CampaignState {
  readonly campaignStatus: string;
  readonly errors: unknown;
  readonly dateUpdated: unknown;
}

export function campaignVerdict({ campaignStatus, errors, dateUpdated }: CampaignState): ReviewVerdict {
  const reviewedAt = instantIn(dateUpdated);
  switch (campaignStatus) {
    case "PENDING":
    case "IN_PROGRESS":
      return pending;
    case "VERIFIED":
      return { status: "approved", reasons: [], reviewedAt };
    case "FAILED":
      return {
        status: "rejected",
        reasons: orElse(reasonsIn(errors), "The campaign was not accepted; no reason was given."),
        reviewedAt,
      };
    case "SUSPENDED":
    case "EXPIRED":
      return { status: "expired", reasons: orElse(reasonsIn(errors), "The campaign is no longer valid."), reviewedAt };
    default:
      throw nonsense("a campaign of a status that is none");
  }
}
