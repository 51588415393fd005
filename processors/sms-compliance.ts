/** A compliance registration between its owner and its reviewers: handed in, looked up until there is a verdict, and told of. */
import { z } from "zod";
import { complianceNoticeSchema, type ComplianceEvent, type ComplianceNotice } from "../domain/compliance";
import { nextCheck, STILL_PENDING_DAYS } from "../domain/compliance-schedule";
import type { Recorded } from "../domain/fold/event";
import { processManager, type Intent, type Reaction } from "../infra/process-manager/process-manager";
import type { AlertIntent } from "./place-alerts";
import { lookedAgainAt, type Look } from "./trying-again";
import { DAY_MS } from "../domain/utc-day";

type Because = Look["because"];
/** Who waits longest for an answer comes last. */
const causes = ["check", "submission", "callback"] as const satisfies readonly Because[];

/** One instance per registration, from its first submission on; its state, intents and timers hold ids and times alone. */
export interface Following {
  readonly businessId: string;
  readonly accountId: string;
  readonly registrationId: string;
  readonly episode: number;
  readonly submittedAt: string;
  /** Whether the form of this episode is with the provider. */
  readonly handedIn: boolean;
  /** Whether an intent to look is under way: there is one at a time, so that no form is handed in twice. */
  readonly looking: boolean;
  /** Why there is to be another look after that one; null where there is none. */
  readonly owed: Because | null;
}

/** What `advance_registration` is asked, and when. */
export interface AdvanceIntent extends Look {
  readonly businessId: string;
  readonly registrationId: string;
  readonly episode: number;
  readonly isNew: boolean;
  readonly at: string;
}
/** `reached` is whether the provider answered, `at` when it was asked. */
const advancedSchema = z.object({ reached: z.boolean(), outcome: z.string(), at: z.iso.datetime() });
export type Advanced = z.output<typeof advancedSchema>;

/** What `send_compliance_notice` is asked. */
export interface NoticeIntent {
  readonly businessId: string;
  readonly accountId: string;
  readonly registrationId: string;
  readonly episode: number;
  readonly notice: ComplianceNotice;
  readonly tries: number;
}
/** `again` is when to try once more; null where it is settled. */
const noticedSchema = z.object({ outcome: z.string(), again: z.iso.datetime().nullable() });
export type Noticed = z.output<typeof noticedSchema>;

const CHECK = "check";
const ASK_AGAIN = "ask_again";
/** What a look is repeated with. */
const askAgainSchema = z.object({ because: z.enum(causes), tries: z.number().int() });
/** What an e-mail is tried again with: each of each episode for itself. */
const sendAgainSchema = z.object({
  episode: z.number().int(),
  notice: complianceNoticeSchema,
  tries: z.number().int(),
});
const SEND_AGAIN = "send_again ";
const stillPending = Object.entries(STILL_PENDING_DAYS) as [keyof typeof STILL_PENDING_DAYS, number][];

type Submitted = Extract<ComplianceEvent, { type: "ComplianceSubmitted" }>;
type Judged = Extract<
  ComplianceEvent,
  {
    type:
      | "ComplianceApproved"
      | "ComplianceRejected"
      | "ComplianceActionRequired"
      | "ComplianceExpired"
      | "ComplianceReviewReopened";
  }
>;
type State = Following | null;

const ofRegistration = ({ data }: { data: { registrationId: string } }) => data.registrationId;

/** While a look is under way, one that is owed waits for its end. */
function look(state: Following, asked: Pick<AdvanceIntent, "because" | "tries" | "at">): Reaction<State> {
  const { businessId, registrationId, episode, submittedAt, owed } = state;
  if (state.looking) {
    const isOwedMore = owed === null || causes.indexOf(asked.because) > causes.indexOf(owed);
    return { state: isOwedMore ? { ...state, owed: asked.because } : state };
  }
  const payload: AdvanceIntent = { businessId, registrationId, episode, submittedAt, isNew: !state.handedIn, ...asked };
  return {
    state: { ...state, looking: true, owed: null },
    intents: [{ kind: "perform", effect: "advance_registration", payload: { ...payload } }],
  };
}

/** The schedule goes on whatever reviewers come to. A mere check is spared where a look is under way, other than the last. */
function check(state: Following, now: string): Reaction<State> {
  const at = nextCheck(state.submittedAt, now);
  const { state: looked, intents = [] } =
    state.looking && at !== null ? { state } : look(state, { because: "check", tries: 0, at: now });
  return { state: looked, intents: [...checkAt(at), ...intents] };
}
const checkAt = (at: string | null): Intent[] => (at === null ? [] : [{ kind: "remind", name: CHECK, at }]);

/** The timers of what is still pending at this instant; those whose time has passed are not set any more. */
const pendingTimers = (submittedAt: string, now: string): Intent[] =>
  stillPending.flatMap(([name, days]): Intent[] => {
    const at = new Date(Date.parse(submittedAt) + days * DAY_MS).toISOString();
    return at > now ? [{ kind: "remind", name, at }] : [];
  });
const forgetPendingTimers = (): Intent[] => stillPending.map(([name]) => ({ kind: "forget", name }));

function send(
  { businessId, accountId, registrationId }: Following,
  { episode, notice, tries }: Pick<NoticeIntent, "episode" | "notice" | "tries">,
): Intent {
  const payload: NoticeIntent = { businessId, accountId, registrationId, episode, notice, tries };
  return { kind: "perform", effect: "send_compliance_notice", payload: { ...payload } };
}

function alert({ data, type, metadata }: Recorded<Judged>): Intent {
  const { businessId, accountId, registrationId, phoneNumberId, before } = data;
  const change = { registrationId, phoneNumberId, before, after: after[type], changedAt: metadata.occurredAt };
  const about = { businessId, accountId, competitorId: null, placeId: null };
  const payload: AlertIntent = { ...about, type: "business.sms_compliance_change", data: change };
  return { kind: "perform", effect: "raise_alert", payload: { ...payload } };
}
const after = {
  ComplianceApproved: "approved",
  ComplianceRejected: "rejected",
  ComplianceActionRequired: "action_required",
  ComplianceExpired: "expired",
  ComplianceReviewReopened: "pending_review",
} as const;

/** With a verdict the waiting is over, and the checks go on. */
const verdict = {
  instances: ofRegistration,
  react: (state: State, event: Recorded<Exclude<Judged, { type: "ComplianceReviewReopened" }>>): Reaction<State> =>
    state === null || event.data.episode !== state.episode
      ? { state }
      : { state, intents: [...forgetPendingTimers(), alert(event), verdictMail(state, event.type)] },
};

const verdictMail = (state: Following, type: Exclude<Judged["type"], "ComplianceReviewReopened">): Intent =>
  send(state, { episode: state.episode, notice: after[type], tries: 0 });

export const smsCompliance = processManager<ComplianceEvent>()<State>({
  name: "sms-compliance",
  initial: null,
  on: {
    ComplianceSubmitted: {
      instances: ofRegistration,
      react: (known, { data }: Submitted) => {
        const { businessId, accountId, registrationId, episode, submittedAt } = data;
        const ids = { businessId, accountId, registrationId };
        const { looking } = known ?? { looking: false };
        const begun = { ...ids, episode, submittedAt, handedIn: false, looking, owed: null };
        const { state, intents = [] } = look(begun, { because: "submission", tries: 0, at: submittedAt });
        const timers = [...checkAt(nextCheck(submittedAt, submittedAt)), ...pendingTimers(submittedAt, submittedAt)];
        return { state, intents: [{ kind: "forget", name: ASK_AGAIN }, ...timers, ...intents] };
      },
    },
    ComplianceCallbackNoted: {
      instances: ofRegistration,
      react: (state, { metadata }) =>
        state === null ? { state } : look(state, { because: "callback", tries: 0, at: metadata.occurredAt }),
    },
    ComplianceApproved: verdict,
    ComplianceRejected: verdict,
    ComplianceActionRequired: verdict,
    ComplianceExpired: verdict,
    ComplianceReviewReopened: {
      instances: ofRegistration,
      react: (state, event) =>
        state === null || event.data.episode !== state.episode
          ? { state }
          : { state, intents: [...pendingTimers(state.submittedAt, event.metadata.occurredAt), alert(event)] },
    },
  },
  onTimer: (state, { name, now, data }) => {
    if (state === null) return { state };
    if (name === CHECK) return check(state, now);
    if (name === ASK_AGAIN) return look(state, { ...askAgainSchema.parse(data), at: now });
    if (name.startsWith(SEND_AGAIN)) return { state, intents: [send(state, sendAgainSchema.parse(data))] };
    const pending = stillPending.find(([one]) => one === name);
    if (pending === undefined) return { state };
    return { state, intents: [send(state, { episode: state.episode, notice: pending[0], tries: 0 })] };
  },
  onOutcome: (state, { effect, payload, result }) => {
    if (state === null) return { state };
    if (effect === "advance_registration")
      return advanced(state, payload as unknown as AdvanceIntent, "done" in result ? result.done : undefined);
    if (effect !== "send_compliance_notice" || !("done" in result)) return { state };
    const { episode, notice, tries } = payload as unknown as NoticeIntent;
    const { again } = noticedSchema.parse(result.done);
    if (again === null) return { state };
    const data = { episode, notice, tries: tries + 1 };
    return { state, intents: [{ kind: "remind", name: `${SEND_AGAIN}${episode} ${notice}`, at: again, data }] };
  },
});

/** Nothing is given back where the intent was given up, which is as much in vain as where nobody answered. */
function advanced(before: Following, asked: AdvanceIntent, done: unknown): Reaction<State> {
  const isOfEpisode = asked.episode === before.episode;
  const { reached, at } = done === undefined ? { reached: false, at: asked.at } : advancedSchema.parse(done);
  const state = { ...before, looking: false, handedIn: before.handedIn || (isOfEpisode && reached) };
  if (before.owed !== null) return look(state, { because: before.owed, tries: 0, at });
  if (reached) return { state, intents: [{ kind: "forget", name: ASK_AGAIN }] };
  const again = isOfEpisode ? lookedAgainAt(asked, at) : null;
  if (again === null) return { state };
  const data = { because: asked.because, tries: asked.tries + 1 };
  return { state, intents: [{ kind: "remind", name: ASK_AGAIN, at: again, data }] };
}
