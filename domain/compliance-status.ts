/** The words for where a compliance registration stands. */
import { z } from "zod";

/** Where a registration stands (interface specification, "Compliance registration statuses", and drafts). */
export const complianceStatusSchema = z.enum([
  "draft",
  "pending_review",
  "approved",
  "rejected",
  "action_required",
  "expired",
]);
export type ComplianceStatus = z.output<typeof complianceStatusSchema>;
