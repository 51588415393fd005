/** What the tables tell of registrations is what decisions know of them. */
import fc from "fast-check";
import { compliance, type ComplianceEvent, type ReviewReason } from "../../domain/compliance";
import {
  draft,
  editForm,
  inSequence,
  judge,
  noteCallback,
  noteNotice,
  reference,
  submit,
  type ComplianceDecision,
} from "../../domain/compliance-decisions";
import { complianceStatusSchema } from "../../domain/compliance-status";
import { isRefusal } from "../../domain/fold/refusal";
import { complianceReferencesTable } from "../../projections/compliance-references";
import { complianceRegistrationsTable } from "../../projections/compliance-registrations";
import { at, begun, drafted, ids, judged, NOW, submitted, told } from "../domain/registering";
import { instantOf, rowsAfter } from "../support/rows-after";

const verdicts = complianceStatusSchema.exclude(["draft"]).options;

const asked: fc.Arbitrary<ComplianceDecision> = fc
  .record({
    what: fc.constantFrom("draft", "edit", "submit", "verdict", "reference", "callback", "notice"),
    registrationId: fc.constantFrom("r1", "r2"),
    status: fc.constantFrom(...verdicts),
    day: fc.option(fc.integer({ min: 1, max: 9 })),
    episode: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ what, registrationId, status, day, episode }) => {
    const verdict = told(status, day === null ? null : at(day));
    const named = ({ message }: ReviewReason) => ({ code: String(day), message });
    const known: Readonly<Record<string, ComplianceDecision>> = {
      draft: draft({ ...begun, registrationId, phoneNumberId: `number of ${registrationId}` }),
      edit: editForm(registrationId, { businessCity: `City ${String(day)}` }),
      submit: submit(registrationId, NOW),
      verdict: judge(registrationId, episode, { ...verdict, reasons: verdict.reasons.map(named) }),
      reference: reference(registrationId, episode, "twilio", { brand: `BN${String(day)}` }),
      callback: noteCallback(registrationId),
      notice: noteNotice(registrationId, episode, "approved"),
    };
    return known[what] ?? inSequence();
  });

describe("the table of registrations", () => {
  it("tells what decisions know, whatever happened", () => {
    fc.assert(
      fc.property(fc.array(asked, { minLength: 30, maxLength: 60 }), (decisions) => {
        let state = compliance.initial;
        const events: ComplianceEvent[] = [];
        for (const decide of decisions) {
          const decided = decide(state);
          if (isRefusal(decided)) continue;
          events.push(...decided);
          state = decided.reduce(compliance.evolve, state);
        }
        const rows = rowsAfter(complianceRegistrationsTable, events);
        expect(rows).toHaveLength(state.size);
        for (const row of rows) {
          const {
            status,
            kind,
            form,
            reasons,
            episode,
            submittedAt,
            reviewedAt,
            phoneNumberId,
            accountId,
            businessId,
          } = state.get(row.registration_id) ?? {};
          expect(row).toMatchObject({ status, kind, form, reasons, episode });
          expect(row).toMatchObject({ submitted_at: submittedAt, reviewed_at: reviewedAt, business_id: businessId });
          // Each of its own time, which is the same one here.
          const submissions = Array.from({ length: row.episode }, (_none, before) => ({
            episode: before + 1,
            submittedAt: NOW,
          }));
          expect(row.submissions).toEqual(submissions);
          expect(row).toMatchObject({ phone_number_id: phoneNumberId, account_id: accountId });
        }
      }),
    );
  });

  it("tells since when it stands where it does, and when something changed last", () => {
    const confirmed: ComplianceEvent = {
      type: "ComplianceVerdictConfirmed",
      data: { ...ids, episode: 1, reviewedAt: at(6), reasons: [] },
    };
    const hint: ComplianceEvent = { type: "ComplianceCallbackNoted", data: { ...ids, episode: 1 } };
    const rejected = judged(told("rejected", at(5)), "pending_review");
    const history = [drafted, submitted(1, "draft"), rejected, confirmed, hint];
    const [row] = rowsAfter(complianceRegistrationsTable, history);
    expect(row).toMatchObject({ created_at: instantOf(0), status_since: instantOf(2), updated_at: instantOf(3) });
  });
});

describe("the table of references", () => {
  it("finds every registration that a name of the provider stands for", () => {
    const referenced = (registrationId: string, references: Record<string, string>): ComplianceEvent => ({
      type: "ComplianceReferenced",
      data: { ...ids, registrationId, episode: 1, provider: "twilio", references },
    });
    const rows = rowsAfter(complianceReferencesTable, [
      referenced("r1", { brand: "BN1", campaign: "CM1" }),
      referenced("r2", { brand: "BN1", again: "BN1" }),
      referenced("r1", { brand: "BN1", campaign: "CM2" }),
    ]);
    const found = rows.map(({ provider, reference: name, registration_id, business_id }) =>
      [provider, name, registration_id, business_id].join(" "),
    );
    expect(found.sort()).toEqual(["twilio BN1 r1 b1", "twilio BN1 r2 b1", "twilio CM1 r1 b1", "twilio CM2 r1 b1"]);
  });
});
