/** A compliance registration as administrators see it: where it stands and since when, of all businesses alike. */
import { z } from "zod";
import { registrationKindSchema } from "../../domain/compliance-form";
import { complianceStatusSchema } from "../../domain/compliance-status";
import type { ComplianceRegistrationRow } from "../../projections/compliance-registrations";
import type { PhoneNumberRow } from "../../projections/phone-numbers";
import { nextCheckAtSchema, nextCheckOf, submissionView } from "./compliance-view";
import { DAY_MS } from "../../domain/utc-day";

/** Of the form it shows nothing: it tells of persons, and an audit does not need it. */
export const auditedRegistration = z.strictObject({
  id: z.string(),
  businessId: z.string(),
  businessName: z.string().nullable().describe("Null where the business is being erased."),
  accountId: z.string(),
  phoneNumberId: z.string(),
  provider: z.string().nullable(),
  kind: registrationKindSchema,
  status: complianceStatusSchema,
  statusSince: z.iso.datetime(),
  daysSinceChange: z.number().int().describe("Whole days since it came to its status."),
  episode: z.number().int(),
  submittedAt: z.iso.datetime().nullable().describe("That of the newest episode."),
  submissions: z.array(submissionView).describe("When each episode began."),
  daysSinceSubmitted: z.number().int().nullable().describe("Whole days since the newest submission."),
  reviewedAt: z.iso.datetime().nullable(),
  nextCheckAt: nextCheckAtSchema,
  sandbox: z.boolean(),
  createdAt: z.iso.datetime(),
});

export type AuditedRow = Omit<ComplianceRegistrationRow, "form" | "reasons"> &
  Pick<PhoneNumberRow, "provider"> & { readonly business_name: string | null };

const columns = [
  "registration_id",
  "business_id",
  "account_id",
  "phone_number_id",
  "kind",
  "status",
  "status_since",
  "episode",
  "submitted_at",
  "submissions",
  "reviewed_at",
  "created_at",
] as const satisfies readonly (keyof AuditedRow)[];
export const auditedColumns = columns.map((column) => `r.${column}`);

export function audited(row: AuditedRow, now: Date): z.input<typeof auditedRegistration> {
  return {
    id: row.registration_id,
    businessId: row.business_id,
    businessName: row.business_name,
    accountId: row.account_id,
    phoneNumberId: row.phone_number_id,
    provider: row.provider,
    kind: row.kind,
    status: row.status,
    statusSince: row.status_since,
    daysSinceChange: daysSince(row.status_since, now),
    episode: row.episode,
    submittedAt: row.submitted_at,
    submissions: [...row.submissions],
    daysSinceSubmitted: row.submitted_at === null ? null : daysSince(row.submitted_at, now),
    reviewedAt: row.reviewed_at,
    nextCheckAt: nextCheckOf(row, now),
    sandbox: row.provider === "sandbox",
    createdAt: row.created_at,
  };
}

const daysSince = (instant: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(instant)) / DAY_MS));
