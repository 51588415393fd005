/** Table `compliance_registrations`: the SMS registration of each phone number, its form, and where it stands. */
import type { ComplianceEvent, ReviewReason } from "../domain/compliance";
import type { ComplianceForm, RegistrationKind } from "../domain/compliance-form";
import type { ComplianceStatus } from "../domain/compliance-status";
import { instant, integer, json, projection, text, type Column, type RowOf } from "../infra/projector/projection";

interface Submission {
  readonly episode: number;
  /** ISO instant. */
  readonly submittedAt: string;
}

const columns = {
  registration_id: text,
  business_id: text,
  account_id: text,
  phone_number_id: text,
  kind: text as Column<RegistrationKind>,
  form: json<ComplianceForm>(),
  status: text as Column<ComplianceStatus>,
  /** Since when it has stood there. */
  status_since: instant,
  /** Why reviewers did not let it pass; empty where they did, or still look. */
  reasons: json<readonly ReviewReason[]>(),
  /** 0 before the first submission. */
  episode: integer,
  /** Of the newest episode. */
  submitted_at: instant.orNull,
  /** One for each episode. */
  submissions: json<readonly Submission[]>(),
  reviewed_at: instant.orNull,
  created_at: instant,
  updated_at: instant,
};
export type ComplianceRegistrationRow = RowOf<typeof columns>;
type Row = ComplianceRegistrationRow;

const keys = (event: { data: { registrationId: string } }) => ({ registration_id: event.data.registrationId });

interface Told<Data> {
  readonly data: Data;
  readonly metadata: { readonly occurredAt: string };
}

/** Changes what is given; nothing where there is no such registration. */
const change = <Data extends { registrationId: string }>(changes: (row: Row, told: Told<Data>) => Partial<Row>) => ({
  keys,
  fold: (row: Row | null, told: Told<Data>): Row | null =>
    row && { ...row, ...changes(row, told), updated_at: told.metadata.occurredAt },
});

interface Judged {
  readonly registrationId: string;
  readonly reviewedAt: string | null;
  readonly reasons?: readonly ReviewReason[];
}

const judged = (status: ComplianceStatus) =>
  change<Judged>((row, { data, metadata }) => ({
    status,
    status_since: metadata.occurredAt,
    reasons: data.reasons ?? [],
    reviewed_at: data.reviewedAt ?? row.reviewed_at,
  }));

export const complianceRegistrationsTable = projection<ComplianceEvent>()({
  table: "compliance_registrations",
  version: 2,
  columns,
  key: ["registration_id"],
  indexes: [["business_id", "created_at"], ["phone_number_id"], ["status", "registration_id"]],
  erasedWith: { business: "business_id" },
  on: {
    ComplianceDrafted: {
      keys,
      fold: (_row, { data, metadata }) => ({
        registration_id: data.registrationId,
        business_id: data.businessId,
        account_id: data.accountId,
        phone_number_id: data.phoneNumberId,
        kind: data.kind,
        form: data.form,
        status: "draft",
        status_since: metadata.occurredAt,
        reasons: [],
        episode: 0,
        submitted_at: null,
        submissions: [],
        reviewed_at: null,
        created_at: metadata.occurredAt,
        updated_at: metadata.occurredAt,
      }),
    },
    ComplianceFormEdited: change((_row, { data }) => ({ form: data.form })),
    ComplianceSubmitted: change((row, { data: { episode, submittedAt }, metadata }) => ({
      status: "pending_review",
      status_since: metadata.occurredAt,
      reasons: [],
      episode,
      submitted_at: submittedAt,
      submissions: [...row.submissions, { episode, submittedAt }],
      reviewed_at: null,
    })),
    ComplianceApproved: judged("approved"),
    ComplianceRejected: judged("rejected"),
    ComplianceActionRequired: judged("action_required"),
    ComplianceExpired: judged("expired"),
    ComplianceReviewReopened: judged("pending_review"),
    ComplianceVerdictConfirmed: change((row, { data }) => ({
      reasons: data.reasons,
      reviewed_at: data.reviewedAt ?? row.reviewed_at,
    })),
  },
});
