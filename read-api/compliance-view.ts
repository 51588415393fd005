/** A compliance registration as its business sees it: the form as it was entered, where it stands, and what is missing. */
import { z } from "zod";
import { registrationKindSchema } from "../domain/compliance";
import {
  businessTypeSchema,
  complianceFormSchema,
  lacks,
  messageVolumeSchema,
  optInTypeSchema,
  useCaseCategorySchema,
  type ComplianceForm,
} from "../domain/compliance-form";
import { nextCheck } from "../domain/compliance-schedule";
import { complianceStatusSchema } from "../domain/compliance-status";
import type { Context } from "../infra/http/endpoint";
import type { ComplianceRegistrationRow } from "../projections/compliance-registrations";
import type { PhoneNumberRow } from "../projections/phone-numbers";
import { rowsOf } from "./rows";

/** Every field of the form; null, or an empty list, where nothing was said. */
const formView = {
  businessName: z.string().nullable(),
  businessWebsite: z.string().nullable(),
  businessType: businessTypeSchema.nullable(),
  businessRegistrationNumber: z.string().nullable(),
  businessStreetAddress: z.string().nullable(),
  businessCity: z.string().nullable(),
  businessStateProvinceRegion: z.string().nullable(),
  businessPostalCode: z.string().nullable(),
  businessCountry: z.string().nullable(),
  businessContactFirstName: z.string().nullable(),
  businessContactLastName: z.string().nullable(),
  businessContactEmail: z.string().nullable(),
  businessContactPhone: z.string().nullable().describe("E.164."),
  useCaseCategories: z.array(useCaseCategorySchema),
  useCaseSummary: z.string().nullable(),
  productionMessageSample: z.string().nullable(),
  optInType: optInTypeSchema.nullable(),
  optInImageUrls: z.array(z.string()),
  messageVolume: messageVolumeSchema.nullable(),
  messageSamples: z.array(z.string()),
} satisfies Readonly<Record<keyof ComplianceForm, z.ZodType>>;

export const complianceView = z.strictObject({
  id: z.string(),
  status: complianceStatusSchema,
  kind: registrationKindSchema,
  phoneNumberId: z.string(),
  phoneNumber: z.string().nullable().describe("E.164."),
  ...formView,
  rejection: z
    .strictObject({ reasons: z.array(z.strictObject({ code: z.string().nullable(), message: z.string() })) })
    .nullable()
    .describe(
      "Why it was rejected, has expired, or what its owner has to do; null otherwise. The codes are the provider's.",
    ),
  submittedAt: z.iso.datetime().nullable(),
  episode: z.number().int().describe("How often it was submitted."),
  reviewedAt: z.iso.datetime().nullable().describe("When the provider came to this, where it says so."),
  nextCheckAt: z.iso.datetime().nullable().describe("When the provider is asked next, while it is pending."),
  missing: z.array(complianceFormSchema.keyof()).describe("What it lacks to be submitted."),
  sandbox: z.boolean().describe("No network and no reviewers of one take part in it."),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export const oneRegistration = z.strictObject({ registration: complianceView, sandbox: z.boolean() });

/** The tables that {@link registrationsOf} reads. */
export const complianceTables = ["compliance_registrations", "phone_numbers"] as const;

type ShownRow = ComplianceRegistrationRow & Pick<PhoneNumberRow, "phone_number" | "provider">;

/** The business's registrations, or the one that is named, in the order in which they were begun. */
export async function registrationsOf(
  { read, business, now }: Pick<Context<"business">, "read" | "business" | "now">,
  registrationId?: string,
): Promise<readonly z.input<typeof complianceView>[]> {
  const one = registrationId === undefined ? {} : { "r.registration_id": registrationId };
  const rows = await rowsOf<ShownRow>(
    read("compliance_registrations as r")
      .leftJoin("phone_numbers as n", "n.phone_number_id", "r.phone_number_id")
      .where({ "r.business_id": business.id, ...one })
      .select("r.*", "n.phone_number", "n.provider")
      .orderBy(["r.created_at", "r.registration_id"]),
  );
  return rows.map((row) => registrationView(row, now));
}

function registrationView(row: ShownRow, now: Date): z.input<typeof complianceView> {
  const { status, kind, form, reasons, episode } = row;
  const isTurnedDown = status === "rejected" || status === "action_required" || status === "expired";
  return {
    id: row.registration_id,
    status,
    kind,
    phoneNumberId: row.phone_number_id,
    phoneNumber: row.phone_number,
    ...shownForm(form),
    rejection: isTurnedDown ? { reasons: [...reasons] } : null,
    submittedAt: row.submitted_at,
    episode,
    reviewedAt: row.reviewed_at,
    nextCheckAt: nextCheckOf(row, now),
    missing: lacks(kind, form).map(({ path }) => path),
    sandbox: row.provider === "sandbox",
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** When the provider is asked next; null unless it is pending, and where only the provider's own word brings news. */
export const nextCheckOf = (
  { status, submitted_at: submittedAt }: Pick<ComplianceRegistrationRow, "status" | "submitted_at">,
  now: Date,
): string | null =>
  status === "pending_review" && submittedAt !== null ? nextCheck(submittedAt, now.toISOString()) : null;

function shownForm(form: ComplianceForm): Pick<z.input<typeof complianceView>, keyof ComplianceForm> {
  return {
    businessName: form.businessName ?? null,
    businessWebsite: form.businessWebsite ?? null,
    businessType: form.businessType ?? null,
    businessRegistrationNumber: form.businessRegistrationNumber ?? null,
    businessStreetAddress: form.businessStreetAddress ?? null,
    businessCity: form.businessCity ?? null,
    businessStateProvinceRegion: form.businessStateProvinceRegion ?? null,
    businessPostalCode: form.businessPostalCode ?? null,
    businessCountry: form.businessCountry ?? null,
    businessContactFirstName: form.businessContactFirstName ?? null,
    businessContactLastName: form.businessContactLastName ?? null,
    businessContactEmail: form.businessContactEmail ?? null,
    businessContactPhone: form.businessContactPhone ?? null,
    useCaseCategories: form.useCaseCategories ?? [],
    useCaseSummary: form.useCaseSummary ?? null,
    productionMessageSample: form.productionMessageSample ?? null,
    optInType: form.optInType ?? null,
    optInImageUrls: form.optInImageUrls ?? [],
    messageVolume: form.messageVolume ?? null,
    messageSamples: form.messageSamples ?? [],
  };
}
