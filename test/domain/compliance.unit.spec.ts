/** What its owner and its reviewers can do to a registration, and in what order they may be heard. */
import fc from "fast-check";
import { compliance, type ComplianceEvent } from "../../domain/compliance";
import {
  draft,
  editForm,
  inSequence,
  judge,
  noteNotice,
  reference,
  registrationKind,
  submit,
} from "../../domain/compliance-decisions";
import { lacks } from "../../domain/compliance-form";
import { complianceStatusSchema } from "../../domain/compliance-status";
import { completeForm } from "../support/compliance-form";
import { given } from "../support/given";
import { at, begun, drafted, ids, judged, NOW, standing, submitted, told } from "./registering";

const statuses = complianceStatusSchema.options;
const verdicts = ["pending_review", "approved", "rejected", "action_required", "expired"] as const;

describe("a registration", () => {
  it("is begun once for each number", () => {
    given(compliance, []).when(draft(begun)).then([drafted]).repeatsNothing();
    given(compliance, [drafted])
      .when(draft({ ...begun, registrationId: "r2" }))
      .thenRefused("compliance_already_registered", { registrationId: "r1" });
    const other = { ...begun, registrationId: "r2", phoneNumberId: "n2" };
    given(compliance, [drafted])
      .when(draft(other))
      .then([{ type: "ComplianceDrafted", data: other }]);
  });

  it("is of the kind of its number", () => {
    expect([registrationKind("toll_free"), registrationKind("local")]).toEqual(["toll_free_verification", "a2p_10dlc"]);
  });

  it("is not submitted before it is complete, and says which fields are missing", () => {
    const { businessName: _name, optInType: _type, ...incomplete } = completeForm;
    given(compliance, [{ type: "ComplianceDrafted", data: { ...begun, form: incomplete } }])
      .when(submit("r1", NOW))
      .thenRefused("compliance_incomplete", { details: lacks("toll_free_verification", incomplete) });
    expect(lacks("toll_free_verification", incomplete).map(({ path }) => path)).toEqual(["businessName", "optInType"]);
  });

  it("needs what reviewers of its kind of number want to see", () => {
    const { productionMessageSample: _sample, businessRegistrationNumber: _number, ...needed } = completeForm;
    const unsampled = { ...needed, messageSamples: ["One"] };
    expect(lacks("toll_free_verification", unsampled).map(({ path }) => path)).toEqual(["productionMessageSample"]);
    expect(lacks("a2p_10dlc", unsampled).map(({ path }) => path)).toEqual([
      "businessRegistrationNumber",
      "messageSamples",
    ]);
    const sole = { ...unsampled, businessType: "sole_proprietor" as const, messageSamples: ["One", "Two"] };
    expect(lacks("a2p_10dlc", sole)).toEqual([]);
    const numbered = { ...unsampled, businessRegistrationNumber: "12-3456789", messageSamples: ["One", "Two"] };
    expect(lacks("a2p_10dlc", numbered)).toEqual([]);
  });

  it("keeps fields that an edit leaves out, and loses those that it takes out", () => {
    const { businessCity: _city, ...rest } = completeForm;
    given(compliance, [drafted])
      .when(editForm("r1", { businessCity: null, businessPostalCode: "04102" }))
      .then([{ type: "ComplianceFormEdited", data: { ...ids, form: { ...rest, businessPostalCode: "04102" } } }])
      .repeatsNothing();
    given(compliance, [drafted])
      .when(editForm("r1", { businessCity: completeForm.businessCity }))
      .then([]);
  });

  it("is not edited either where it cannot be submitted afterwards", () => {
    given(compliance, standing("rejected"))
      .when(inSequence(editForm("r1", { businessName: null }), submit("r1", NOW)))
      .thenRefused("compliance_incomplete");
    given(compliance, [])
      .when(inSequence(draft(begun), submit("r1", NOW)))
      .then([drafted, submitted(1, "draft")]);
  });

  it("begins anew with each episode: reasons, verdicts and notices are those of the newest", () => {
    const sent: ComplianceEvent = {
      type: "ComplianceNoticeSent",
      data: { ...ids, episode: 1, notice: "rejected" },
    };
    const rejected = judged(told("rejected", at(9)), "pending_review");
    const anew = given(compliance, [drafted, submitted(1, "draft"), rejected, sent]).when(submit("r1", NOW)).state;
    expect(anew.get("r1")).toMatchObject({ episode: 2, reasons: [], reviewedAt: null });
    expect(anew.get("r1")?.episodes).toMatchObject([
      { episode: 1, notices: ["rejected"] },
      { episode: 2, notices: [] },
    ]);
    expect(noteNotice("r1", 2, "rejected")(anew)).toHaveLength(1);
    // Older than the verdict of the episode before, and yet news.
    expect(judge("r1", 2, told("approved", at(3)))(anew)).toHaveLength(1);
  });

  it("remembers of the twenty newest episodes what was told of them, once each, and why, whatever followed", () => {
    const rejected = (episode: number) => judged(told("rejected"), "pending_review", episode);
    const resubmissions = Array.from({ length: 20 }, (_none, index) => [
      submitted(index + 2, "rejected"),
      rejected(index + 2),
    ]);
    const many = given(compliance, [...standing("rejected"), ...resubmissions.flat()]);
    const kept = many.when(submit("r1", NOW)).state.get("r1")?.episodes ?? [];
    expect(kept.map(({ episode }) => episode)).toEqual(Array.from({ length: 20 }, (_none, index) => index + 3));
    expect(kept[0]?.reasons).toEqual({ rejected: told("rejected").reasons });
    const late = { ...ids, episode: 2, notice: "rejected" } as const;
    many
      .when(noteNotice("r1", 2, "rejected"))
      .then([{ type: "ComplianceNoticeSent", data: late }])
      .repeatsNothing();
    many.when(noteNotice("r1", 1, "rejected")).then([]);
  });

  it("keeps the form as it was submitted, whatever its owner edits after a verdict", () => {
    const edited = given(compliance, standing("rejected")).when(editForm("r1", { useCaseSummary: null }));
    expect(edited.state.get("r1")?.submittedForm).toEqual(completeForm);
  });

  it("goes on with the parts of earlier episodes, and takes none of those that are told late for a newer one", () => {
    const referenced = (episode: number, references: Record<string, string>): ComplianceEvent => ({
      type: "ComplianceReferenced",
      data: { ...ids, episode, provider: "twilio", references },
    });
    const [first, second] = [{ brand: "BN1" }, { brand: "BN1", campaign: "CM2" }];
    const history = [
      ...standing("pending_review"),
      referenced(1, first),
      judged(told("rejected"), "pending_review"),
      submitted(2, "rejected"),
    ];
    given(compliance, history)
      .when(reference("r1", 2, "twilio", { campaign: "CM2" }))
      .then([referenced(2, second)])
      .repeatsNothing();
    given(compliance, [...history, referenced(2, second)])
      .when(reference("r1", 1, "twilio", { campaign: "CM1", bundle: "BU1" }))
      .then([referenced(2, { ...second, bundle: "BU1" })])
      .repeatsNothing();
  });

  it("hears other reasons for the same verdict, and none that are older", () => {
    const rejected = given(compliance, [
      ...standing("pending_review"),
      judged(told("rejected", at(5)), "pending_review"),
    ]);
    const others = { ...told("rejected", at(6)), reasons: [{ code: null, message: "The website is down." }] };
    const confirmed = { ...ids, episode: 1, reviewedAt: others.reviewedAt, reasons: others.reasons };
    const heard = rejected.when(judge("r1", 1, others));
    heard.then([{ type: "ComplianceVerdictConfirmed", data: confirmed }]).repeatsNothing();
    expect(heard.state.get("r1")).toMatchObject({ status: "rejected", reasons: others.reasons, reviewedAt: at(6) });
    rejected.when(judge("r1", 1, { ...others, reviewedAt: at(4) })).then([]);
  });

  it("takes a verdict of no known time for what holds, and forgets no time that it knows", () => {
    const approved = [...standing("pending_review"), judged(told("approved", at(5)), "pending_review")];
    const reopened = given(compliance, approved).when(judge("r1", 1, told("pending_review")));
    reopened.then([judged(told("pending_review"), "approved")]);
    expect(judge("r1", 1, told("rejected", at(4)))(reopened.state)).toEqual([]);
  });
});

const anyVerdict = fc.record({ status: fc.constantFrom(...verdicts), day: fc.integer({ min: 1, max: 28 }) });

describe("verdicts", () => {
  it("end in the newest, in whatever order they come in and however often", () => {
    const days = fc.uniqueArray(anyVerdict, { minLength: 1, maxLength: 8, selector: ({ day }) => day });
    const orders = days.chain((told) =>
      fc.tuple(fc.constant(told), fc.array(fc.constantFrom(...told)), fc.constant(told)),
    );
    fc.assert(
      fc.property(orders, fc.nat(), ([once, more], seed) => {
        const arrived = shuffled([...once, ...more], seed);
        const newest = once.reduce((one, other) => (other.day > one.day ? other : one));
        const heard = arrived.map(({ status, day }) => judge("r1", 1, told(status, at(day))));
        const { state } = given(compliance, standing("pending_review")).when(inSequence(...heard));
        expect(state.get("r1")).toMatchObject({ status: newest.status, reviewedAt: at(newest.day) });
        expect(state.get("r1")?.reasons).toEqual(told(newest.status).reasons);
      }),
    );
  });

  it("say nothing of another episode, of a draft, or of what is not known", () => {
    fc.assert(
      fc.property(anyVerdict, fc.constantFrom(...statuses), fc.nat({ max: 5 }), ({ status, day }, from, episode) => {
        const { state } = given(compliance, standing(from));
        if (episode !== 1 || from === "draft") expect(judge("r1", episode, told(status, at(day)))(state)).toEqual([]);
        expect(judge("r2", episode, told(status, at(day)))(state)).toEqual([]);
      }),
    );
  });
});

describe("what is not known", () => {
  it("changes nothing in what is known, whatever happened to it", () => {
    const foreign = { ...ids, registrationId: "r9", episode: 1 };
    for (const type of ["ComplianceApproved", "ComplianceReviewReopened"] as const) {
      const event: ComplianceEvent = { type, data: { ...foreign, before: "draft", reviewedAt: null } };
      expect(given(compliance, [drafted, event]).state).toEqual(given(compliance, [drafted]).state);
    }
  });
});

function shuffled<Value>(values: readonly Value[], seed: number): readonly Value[] {
  const keyed = values.map((value, index) => ({
    value,
    key: ((seed + 1) * (index + 7) * 2_654_435_761) % 4_294_967_291,
  }));
  return keyed.sort((one, other) => one.key - other.key).map(({ value }) => value);
}
