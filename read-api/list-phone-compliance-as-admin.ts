/** GET /api/admin/phone-compliance: where the SMS registrations of all businesses stand, and for how long. */
import { z } from "zod";
import { registrationKindSchema } from "../domain/compliance";
import { complianceStatusSchema } from "../domain/compliance-status";
import { admin, query } from "../infra/http/endpoint";
import { pageQuery } from "../infra/http/paging";
import type { ComplianceRegistrationRow } from "../projections/compliance-registrations";
import type { PhoneNumberRow } from "../projections/phone-numbers";
import { nextCheckOf } from "./compliance-view";
import { rowsOf } from "./rows";

/** Of the form it shows nothing: it tells of persons, and an audit does not need it. */
const auditedRegistration = z.strictObject({
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
  submittedAt: z.iso.datetime().nullable(),
  daysSinceSubmitted: z.number().int().nullable().describe("Whole days since the newest submission."),
  reviewedAt: z.iso.datetime().nullable(),
  nextCheckAt: z.iso.datetime().nullable().describe("When the provider is asked next, while it is pending."),
  sandbox: z.boolean(),
  createdAt: z.iso.datetime(),
});

type AuditedRow = Omit<ComplianceRegistrationRow, "form" | "reasons"> &
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
  "reviewed_at",
  "created_at",
] as const satisfies readonly (keyof AuditedRow)[];

export const listPhoneComplianceAsAdmin = query({
  id: "list-phone-compliance-as-admin",
  method: "GET",
  path: "/api/admin/phone-compliance",
  access: admin("dashboard"),
  on: "none",
  area: "sms",
  summary: "SMS registrations of all businesses",
  description: "The newest first; those of deleted businesses are among them until they are erased.",
  query: z.strictObject({
    ...pageQuery({ default: 50, max: 200 }),
    status: complianceStatusSchema.optional(),
  }),
  reads: ["businesses", "compliance_registrations", "phone_numbers"],
  responds: {
    status: 200,
    body: z.strictObject({
      registrations: z.array(auditedRegistration),
      sandbox: z.boolean(),
      nextCursor: z.string().nullable(),
    }),
  },
  handle: async ({ query: { limit, cursor, status } }, { read, cursors, now }) => {
    const mark = cursors.parse(z.tuple([z.iso.datetime(), z.string()]), cursor);
    const listed = read("compliance_registrations as r")
      .leftJoin("businesses as b", "b.business_id", "r.business_id")
      .leftJoin("phone_numbers as n", "n.phone_number_id", "r.phone_number_id")
      .where(status === undefined ? {} : { "r.status": status })
      .modify((builder) => {
        if (mark !== undefined) void builder.whereRaw("(r.created_at, r.registration_id) < (?, ?)", mark);
      })
      .select(...columns.map((column) => `r.${column}`), "b.name as business_name", "n.provider")
      .orderBy([
        { column: "r.created_at", order: "desc" },
        { column: "r.registration_id", order: "desc" },
      ])
      .limit(limit + 1);
    const rows = await rowsOf<AuditedRow>(listed);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const registrations = page.map((row) => audited(row, now));
    return {
      registrations,
      sandbox: registrations.some(({ sandbox }) => sandbox),
      nextCursor:
        rows.length > limit && last !== undefined ? cursors.sign([last.created_at, last.registration_id]) : null,
    };
  },
});

function audited(row: AuditedRow, now: Date): z.input<typeof auditedRegistration> {
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
    daysSinceSubmitted: row.submitted_at === null ? null : daysSince(row.submitted_at, now),
    reviewedAt: row.reviewed_at,
    nextCheckAt: nextCheckOf(row, now),
    sandbox: row.provider === "sandbox",
    createdAt: row.created_at,
  };
}

const DAY_MS = 86_400_000;
const daysSince = (instant: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(instant)) / DAY_MS));
