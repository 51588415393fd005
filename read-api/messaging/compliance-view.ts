/** A compliance registration as its business sees it: the form as it was entered, where it stands, and what is missing. */
import { z } from "zod";
import { complianceFormSchema, lacks, registrationKindSchema, type ComplianceForm } from "../../domain/compliance-form";
import { nextCheck } from "../../domain/compliance-schedule";
import { complianceStatusSchema } from "../../domain/compliance-status";
import type { Context } from "../../infra/http/endpoint";
import type { ComplianceRegistrationRow } from "../../projections/compliance-registrations";
import type { PhoneNumberRow } from "../../projections/phone-numbers";
import { rowsOf } from "../rows";

type Stored = typeof complianceFormSchema.shape;
type FormView = {
  [Field in keyof Stored]: Stored[Field] extends z.ZodOptional<infer Known extends z.ZodType>
    ? Known extends z.ZodArray
      ? Known
      : z.ZodNullable<Known>
    : never;
};

/** Every field of the form; null, or an empty list, where nothing was said. */
const formView = Object.fromEntries(
  Object.entries(complianceFormSchema.shape).map(([field, stored]) => {
    const known = stored.unwrap();
    return [field, known instanceof z.ZodArray ? known : known.nullable()];
  }),
) as FormView;

export const nextCheckAtSchema = z.iso
  .datetime()
  .nullable()
  .describe("When the provider is asked next; null before a submission, and once only its own word brings news.");
export const submissionView = z.strictObject({ episode: z.number().int(), submittedAt: z.iso.datetime() });

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
  submittedAt: z.iso.datetime().nullable().describe("That of the newest episode."),
  submissions: z.array(submissionView).describe("When each episode began."),
  episode: z.number().int().describe("How often it was submitted."),
  reviewedAt: z.iso.datetime().nullable().describe("When the provider came to this, where it says so."),
  nextCheckAt: nextCheckAtSchema,
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
    ...nothingSaid,
    ...form,
    rejection: isTurnedDown ? { reasons: [...reasons] } : null,
    submittedAt: row.submitted_at,
    submissions: [...row.submissions],
    episode,
    reviewedAt: row.reviewed_at,
    nextCheckAt: nextCheckOf(row, now),
    missing: lacks(kind, form).map(({ path }) => path),
    sandbox: row.provider === "sandbox",
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** The schedule's next look; null before a submission, and after the last look. */
export const nextCheckOf = (
  { submitted_at: submittedAt }: Pick<ComplianceRegistrationRow, "submitted_at">,
  now: Date,
): string | null => (submittedAt === null ? null : nextCheck(submittedAt, now.toISOString()));

type ShownForm = Pick<z.input<typeof complianceView>, keyof ComplianceForm>;

const nothingSaid = Object.fromEntries(
  Object.entries(formView).map(([field, schema]) => [field, schema instanceof z.ZodArray ? [] : null]),
) as unknown as ShownForm;
