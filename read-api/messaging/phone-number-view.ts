/** A phone number as its business sees it. */
import { z } from "zod";
import { complianceStatusSchema, type ComplianceStatus } from "../../domain/compliance-status";
import { numberCountrySchema, numberKindSchema, phoneNumberEvents } from "../../domain/phone-numbers";
import type { PhoneNumberRow } from "../../projections/phone-numbers";

export const phoneNumberView = z.strictObject({
  id: z.string(),
  phoneNumber: z.string().nullable().describe("E.164; null until it was had of the messaging provider."),
  type: numberKindSchema,
  country: numberCountrySchema,
  status: z.enum(["provisioning", "active", "failed"]),
  failure: z
    .strictObject({
      reason: phoneNumberEvents.PhoneNumberProvisioningFailed.schema.shape.reason,
      message: z.string(),
    })
    .nullable()
    .describe("Why there is no number, where asking for it failed. It can be asked for anew."),
  complianceStatus: complianceStatusSchema.nullable().describe("Null where it has no registration."),
  sandbox: z.boolean().describe("It exists on no network."),
  createdAt: z.iso.datetime(),
});

export type ShownNumberRow = PhoneNumberRow & { readonly compliance_status: ComplianceStatus | null };

/** A number that is not yet had, or never was, is the present provider's: `sandbox` says whether that is the stand-in. */
export function phoneNumberOf(row: ShownNumberRow, sandbox: boolean): z.input<typeof phoneNumberView> {
  const { failure_reason: reason, failure_message: message } = row;
  return {
    id: row.phone_number_id,
    phoneNumber: row.phone_number,
    type: row.kind,
    country: row.country,
    status: row.status,
    failure: reason === null || message === null ? null : { reason, message },
    complianceStatus: row.compliance_status,
    sandbox: row.provider === null ? sandbox : row.provider === "sandbox",
    createdAt: row.created_at,
  };
}
