/** The SMS compliance registrations of one business: one per phone number, from draft through review to a verdict. */
import { z } from "zod";
import { aggregate } from "./fold/aggregate";
import {
  complianceFormSchema,
  registrationKindSchema,
  type ComplianceForm,
  type RegistrationKind,
} from "./compliance-form";
import { complianceStatusSchema, type ComplianceStatus } from "./compliance-status";
import { defineEvents, type EventsOf } from "./fold/event";
import { personal } from "./fold/personal";
import { storedInstantSchema } from "./instant";
import { smsProviderNameSchema } from "./phone-numbers";

/** Why reviewers want it changed; the code is the provider's. */
export const reviewReasonSchema = z.object({ code: z.string().nullable(), message: personal(z.string()) });
export type ReviewReason = z.output<typeof reviewReasonSchema>;

/** What is told by e-mail of an episode, each once: where it stands, and that it still waits. */
export const complianceNoticeSchema = z.enum([
  "approved",
  "rejected",
  "action_required",
  "expired",
  "pending_3_days",
  "pending_7_days",
]);
export type ComplianceNotice = z.output<typeof complianceNoticeSchema>;

const ids = { businessId: z.string(), accountId: z.string(), registrationId: z.string(), phoneNumberId: z.string() };
/** An episode begins with a submission; a resubmission begins the next. */
const ofEpisode = { ...ids, episode: z.number().int() };
const verdict = {
  ...ofEpisode,
  before: complianceStatusSchema,
  /** When the provider says that it came to this; null where it does not say. */
  reviewedAt: storedInstantSchema.nullable(),
};

export const complianceEvents = defineEvents({
  ComplianceDrafted: z.object({ ...ids, kind: registrationKindSchema, form: complianceFormSchema }),
  /** The whole form as it is from here on. */
  ComplianceFormEdited: z.object({ ...ids, form: complianceFormSchema }),
  ComplianceSubmitted: z.object({ ...ofEpisode, before: complianceStatusSchema, submittedAt: z.iso.datetime() }),
  /** What the provider made of the submission so far: what it calls each part of it, such as `brand` and `campaign`. */
  ComplianceReferenced: z.object({
    ...ofEpisode,
    provider: smsProviderNameSchema,
    references: z.record(z.string(), z.string()),
  }),
  /** The provider says that there is news; what they are is looked up there. */
  ComplianceCallbackNoted: z.object(ofEpisode),
  ComplianceApproved: z.object(verdict),
  ComplianceRejected: z.object({ ...verdict, reasons: z.array(reviewReasonSchema) }),
  ComplianceActionRequired: z.object({ ...verdict, reasons: z.array(reviewReasonSchema) }),
  ComplianceExpired: z.object({ ...verdict, reasons: z.array(reviewReasonSchema) }),
  /** The provider looks at it again after it had come to a verdict. */
  ComplianceReviewReopened: z.object(verdict),
  /** The provider says the same at a later time, or for other reasons. */
  ComplianceVerdictConfirmed: z.object({
    ...ofEpisode,
    reviewedAt: verdict.reviewedAt,
    reasons: z.array(reviewReasonSchema),
  }),
  /** An e-mail about it was handed over, once per episode and notice. */
  ComplianceNoticeSent: z.object({ ...ofEpisode, notice: complianceNoticeSchema }),
  /** The e-mail will never be taken, such as for an address that does not exist; it is not tried again. */
  ComplianceNoticeRefused: z.object({ ...ofEpisode, notice: complianceNoticeSchema }),
});
export type ComplianceEvent = EventsOf<typeof complianceEvents>;

/** What the provider says of a submission. */
export interface Verdict {
  readonly status: Exclude<ComplianceStatus, "draft">;
  readonly reasons: readonly ReviewReason[];
  /** ISO instant; null where the provider does not say. */
  readonly reviewedAt: string | null;
}

export interface Registration {
  readonly businessId: string;
  readonly accountId: string;
  readonly registrationId: string;
  readonly phoneNumberId: string;
  readonly kind: RegistrationKind;
  readonly form: ComplianceForm;
  readonly status: ComplianceStatus;
  /** 0 before the first submission. */
  readonly episode: number;
  readonly submittedAt: string | null;
  readonly references: Readonly<Record<string, string>>;
  readonly reasons: readonly ReviewReason[];
  /** The newest that the provider named in this episode. */
  readonly reviewedAt: string | null;
  /** The form as it was submitted last, which its owner may have edited since; null before the first submission. */
  readonly submittedForm: ComplianceForm | null;
  /** The newest submissions, the latest last. */
  readonly episodes: readonly Episode[];
  /** How many submissions and verdicts there were. */
  readonly turns: number;
}

/** One submission, and what its owner is told of it, which may be after another has followed. */
export interface Episode {
  readonly episode: number;
  readonly submittedAt: string;
  /** Why reviewers came to what they came to in this episode, as they said it last. */
  readonly reasons: Readonly<Partial<Record<ComplianceStatus, readonly ReviewReason[]>>>;
  /** Notices that were sent, or refused for good. */
  readonly notices: readonly ComplianceNotice[];
}
/** So many submissions are remembered; of those before them nothing is told any more. */
const EPISODES_KEPT = 20;

/** By registration id. */
export type Registrations = ReadonlyMap<string, Registration>;

export const compliance = aggregate({
  category: "compliance",
  owner: "business",
  events: complianceEvents,
  initial: new Map() as Registrations,
  evolve: (registrations, event): Registrations => {
    const { registrationId } = event.data;
    if (event.type === "ComplianceDrafted") return new Map(registrations).set(registrationId, drafted(event.data));
    const known = registrations.get(registrationId);
    if (known === undefined) return registrations;
    const turned = isTurn(event) ? { ...known, turns: known.turns + 1 } : known;
    return new Map(registrations).set(registrationId, evolved(turned, event));
  },
});

/** Submissions and verdicts name where it stood before, and a verdict that is confirmed its reasons. */
const isTurn = ({ data }: ComplianceEvent): boolean => "before" in data || "reasons" in data;

type DataOf<Type extends ComplianceEvent["type"]> = Extract<ComplianceEvent, { type: Type }>["data"];

const drafted = (data: DataOf<"ComplianceDrafted">): Registration => ({
  ...data,
  status: "draft",
  episode: 0,
  submittedAt: null,
  references: {},
  reasons: [],
  reviewedAt: null,
  submittedForm: null,
  episodes: [],
  turns: 0,
});

function evolved(known: Registration, event: Exclude<ComplianceEvent, { type: "ComplianceDrafted" }>): Registration {
  switch (event.type) {
    case "ComplianceFormEdited":
      return { ...known, form: event.data.form };
    case "ComplianceSubmitted": {
      const { episode, submittedAt } = event.data;
      const episodes = [...known.episodes, { episode, submittedAt, reasons: {}, notices: [] }].slice(-EPISODES_KEPT);
      const anew = { status: "pending_review", reasons: [], reviewedAt: null, submittedForm: known.form } as const;
      return { ...known, ...anew, episode, submittedAt, episodes };
    }
    case "ComplianceReferenced":
      return { ...known, references: event.data.references };
    case "ComplianceCallbackNoted":
      return known;
    case "ComplianceNoticeSent":
    case "ComplianceNoticeRefused":
      return {
        ...known,
        episodes: known.episodes.map((one) =>
          one.episode === event.data.episode ? { ...one, notices: [...one.notices, event.data.notice] } : one,
        ),
      };
    case "ComplianceReviewReopened":
      return { ...known, status: "pending_review", reasons: [], reviewedAt: reviewedAt(known, event.data) };
    case "ComplianceApproved":
      return { ...known, status: "approved", reasons: [], reviewedAt: reviewedAt(known, event.data) };
    case "ComplianceVerdictConfirmed":
      return given(known, known.status, event.data);
    case "ComplianceRejected":
    case "ComplianceActionRequired":
    case "ComplianceExpired":
      return given(known, refusedAs[event.type], event.data);
  }
}

/** With reasons, which outlast the verdict in its episode. */
function given(
  known: Registration,
  status: ComplianceStatus,
  said: Pick<DataOf<"ComplianceVerdictConfirmed">, "reasons" | "reviewedAt">,
): Registration {
  const { reasons } = said;
  const episodes = known.episodes.map((one) =>
    one.episode === known.episode ? { ...one, reasons: { ...one.reasons, [status]: reasons } } : one,
  );
  return { ...known, status, reasons, reviewedAt: reviewedAt(known, said), episodes };
}

/** A verdict of no known time does not make older ones news again. */
const reviewedAt = (known: Registration, said: { readonly reviewedAt: string | null }): string | null =>
  said.reviewedAt ?? known.reviewedAt;

const refusedAs = {
  ComplianceRejected: "rejected",
  ComplianceActionRequired: "action_required",
  ComplianceExpired: "expired",
} as const;

/** The registration of a phone number; undefined where it has none. */
export const registrationOf = (registrations: Registrations, phoneNumberId: string): Registration | undefined =>
  [...registrations.values()].find((one) => one.phoneNumberId === phoneNumberId);
