/** What may become of a compliance registration: its owner's moves, and what the provider says of them. */
import {
  compliance,
  registrationOf,
  type ComplianceEvent,
  type ComplianceNotice,
  type Registration,
  type Registrations,
  type ReviewReason,
  type Verdict,
} from "./compliance";
import { lacks, type ComplianceForm, type RegistrationKind } from "./compliance-form";
import { complianceMoves, type ComplianceInput } from "./compliance-moves";
import type { ComplianceStatus } from "./compliance-status";
import type { Decision } from "./fold/aggregate";
import { canonicalJson } from "./fold/event-digest";
import { isRefusal } from "./fold/refusal";
import type { NumberKind, SmsProviderName } from "./phone-numbers";
import { refuse, type RefusalCode } from "./refusals";

export type ComplianceDecision = Decision<Registrations, ComplianceEvent>;

/** Toll-free numbers are verified, local ones register a brand and a campaign. */
export const registrationKind = (number: NumberKind): RegistrationKind =>
  number === "toll_free" ? "toll_free_verification" : "a2p_10dlc";

/** What its owner does to it; refused where there is none, or where the table of moves says so. */
const byOwner =
  (
    registrationId: string,
    input: Extract<ComplianceInput, "edit" | "submit">,
    follow: (known: Registration) => ReturnType<ComplianceDecision>,
  ): ComplianceDecision =>
  (registrations) => {
    const known = registrations.get(registrationId);
    if (known === undefined) return refuse("compliance_not_found", "There is no such registration.");
    const move = complianceMoves[known.status][input];
    return typeof move === "object" ? refuse(move.refused, sentences[move.refused] ?? move.refused) : follow(known);
  };

const sentences: Readonly<Partial<Record<RefusalCode, string>>> = {
  compliance_in_review: "Reviewers look at it; it can be changed once they came to a verdict.",
  compliance_already_approved: "It is approved, and is not changed any more.",
};

/** What is said of a submission; says nothing of a draft, of one that is not known, and where the table of moves says so. */
const ofSubmission =
  (
    registrationId: string,
    input: Exclude<ComplianceInput, "edit" | "submit">,
    follow: (known: Registration, status: ComplianceStatus) => readonly ComplianceEvent[],
  ): ComplianceDecision =>
  (registrations) => {
    const known = registrations.get(registrationId);
    if (known === undefined) return [];
    const move = complianceMoves[known.status][input];
    return typeof move === "object" || move === "ignored" ? [] : follow(known, move);
  };

const idsOf = ({ businessId, accountId, registrationId, phoneNumberId }: Registration) => ({
  businessId,
  accountId,
  registrationId,
  phoneNumberId,
});
const ofEpisode = (known: Registration) => ({ ...idsOf(known), episode: known.episode });

export type NewRegistration = Pick<
  Registration,
  "businessId" | "accountId" | "registrationId" | "phoneNumberId" | "kind" | "form"
>;

/** One registration for each number. */
export const draft =
  (registration: NewRegistration): ComplianceDecision =>
  (registrations) => {
    const known = registrationOf(registrations, registration.phoneNumberId);
    if (known === undefined) return [{ type: "ComplianceDrafted", data: registration }];
    const { registrationId } = known;
    return registrationId === registration.registrationId
      ? []
      : refuse("compliance_already_registered", "The number has a registration.", { registrationId });
  };

/** What is to be changed; null takes out what was there. */
export type FormChanges = { readonly [Field in keyof ComplianceForm]?: ComplianceForm[Field] | null };

/** Only what is given changes. */
export const editForm = (registrationId: string, changes: FormChanges): ComplianceDecision =>
  byOwner(registrationId, "edit", (known) => {
    const form = merged(known.form, changes);
    if (isSame(form, known.form)) return [];
    return [{ type: "ComplianceFormEdited", data: { ...idsOf(known), form } }];
  });

function merged(form: ComplianceForm, changes: FormChanges): ComplianceForm {
  const members = Object.entries({ ...form, ...changes }).filter(([, value]) => value !== null);
  return Object.fromEntries(members);
}

/** Begins an episode with the form as it is; refused with what is missing. `now` is an ISO instant. */
export const submit = (registrationId: string, now: string): ComplianceDecision =>
  byOwner(registrationId, "submit", (known) => {
    const details = lacks(known.kind, known.form);
    if (details.length > 0)
      return refuse("compliance_incomplete", "The form is not complete; a draft is kept with `asDraft`.", { details });
    const data = { ...idsOf(known), episode: known.episode + 1, before: known.status, submittedAt: now };
    return [{ type: "ComplianceSubmitted", data }];
  });

/** One decision after the other on what the one before left; nothing happens where one is refused. */
export const inSequence =
  (...decisions: readonly ComplianceDecision[]): ComplianceDecision =>
  (before) => {
    let state = before;
    const events: ComplianceEvent[] = [];
    for (const decide of decisions) {
      const decided = decide(state);
      if (isRefusal(decided)) return decided;
      events.push(...decided);
      state = decided.reduce(compliance.evolve, state);
    }
    return events;
  };

/**
 * Keeps what the provider calls the parts of a submission; they go on to be its parts in later episodes. What is told late,
 * of an episode before, replaces nothing.
 */
export const reference = (
  registrationId: string,
  episode: number,
  provider: SmsProviderName,
  references: Readonly<Record<string, string>>,
): ComplianceDecision =>
  ofSubmission(registrationId, "references", (known) => {
    const isLate = episode < known.episode;
    const all = isLate ? { ...references, ...known.references } : { ...known.references, ...references };
    if (isSame(all, known.references)) return [];
    return [{ type: "ComplianceReferenced", data: { ...ofEpisode(known), provider, references: all } }];
  });

/** Says nothing where it is of another episode, older than what is known, or known. */
export const judge = (registrationId: string, episode: number, verdict: Verdict): ComplianceDecision =>
  ofSubmission(registrationId, `verdict: ${verdict.status}`, (known, status) => {
    if (episode !== known.episode || isOlder(verdict.reviewedAt, known.reviewedAt)) return [];
    const { reviewedAt } = verdict;
    const reasons = status === "approved" || status === "pending_review" ? [] : [...verdict.reasons];
    if (status !== known.status)
      return [judged(status, { ...ofEpisode(known), before: known.status, reviewedAt }, reasons)];
    const isNews = isNewer(reviewedAt, known.reviewedAt) || !isSame(reasons, known.reasons);
    return isNews ? [{ type: "ComplianceVerdictConfirmed", data: { ...ofEpisode(known), reviewedAt, reasons } }] : [];
  });

const isOlder = (at: string | null, known: string | null): boolean =>
  at !== null && known !== null && Date.parse(at) < Date.parse(known);
const isNewer = (at: string | null, known: string | null): boolean =>
  at !== null && (known === null || Date.parse(at) > Date.parse(known));

type Judged = Extract<ComplianceEvent, { type: "ComplianceApproved" }>["data"];

function judged(status: ComplianceStatus, data: Judged, reasons: ReviewReason[]): ComplianceEvent {
  switch (status) {
    case "approved":
      return { type: "ComplianceApproved", data };
    case "rejected":
      return { type: "ComplianceRejected", data: { ...data, reasons } };
    case "action_required":
      return { type: "ComplianceActionRequired", data: { ...data, reasons } };
    case "expired":
      return { type: "ComplianceExpired", data: { ...data, reasons } };
    case "pending_review":
    case "draft":
      return { type: "ComplianceReviewReopened", data };
  }
}

/** A hint that there is news, whatever it is; each is a hint of its own. */
export const noteCallback = (registrationId: string): ComplianceDecision =>
  ofSubmission(registrationId, "callback", (known) => [{ type: "ComplianceCallbackNoted", data: ofEpisode(known) }]);

/** An e-mail was handed over, or refused for good: once per episode and notice, also where another episode has begun. */
export const noteNotice = (
  registrationId: string,
  episode: number,
  notice: ComplianceNotice,
  type: "ComplianceNoticeSent" | "ComplianceNoticeRefused" = "ComplianceNoticeSent",
): ComplianceDecision =>
  ofSubmission(registrationId, "notice", (known) => {
    const its = known.episodes.find((one) => one.episode === episode);
    if (its === undefined || its.notices.includes(notice)) return [];
    return [{ type, data: { ...idsOf(known), episode, notice } }];
  });

/** Order of members aside, nothing in a form or a list of reasons is told apart by more than its JSON. */
const isSame = (one: object, other: object): boolean => canonicalJson(one) === canonicalJson(other);
