/** GET /api/admin/phone-compliance: where the SMS registrations of all businesses stand, and for how long. */
import { z } from "zod";
import { complianceStatusSchema } from "../../domain/compliance-status";
import { admin, query } from "../../infra/http/endpoint";
import { pageQuery } from "../../infra/http/paging";
import { audited, auditedColumns, auditedRegistration, type AuditedRow } from "./audited-registration";
import { rowsOf } from "../rows";

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
      .select(...auditedColumns, "b.name as business_name", "n.provider")
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
