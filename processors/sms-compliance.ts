/** A compliance registration between its owner and its reviewers: handed in, looked up until there is a verdict, and told of. */
import { z } from "zod";
import { complianceNoticeSchema, type ComplianceEvent, type ComplianceNotice } from "../domain/compliance";
import { nextCheck, STILL_PENDING_DAYS } from "../domain/compliance-schedule";
import type { Recorded } from "../domain/fold/event";
import { processManager, type Intent, type Reaction } from "../infra/process-manager/process-manager";
import type { AlertIntent } from "./place-alerts";

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
  /** Whether there is to be another look after that one, because of a submission or a callback meanwhile. */
  readonly owed: boolean;
}

/** What `advance_registration` is asked. */
export interface AdvanceIntent {
  readonly businessId: string;
  readonly registrationId: string;
  readonly episode: number;
  readonly isNew: boolean;
  /** Because of a submission or a callback: where the provider cannot be asked, it is repeated before the next check. */
  readonly owed: boolean;
  /** How often this was asked in vain before. */
  readonly tries: number;
}
/** `reached` is whether the provider answered, `at` when it was asked, `again` when to ask once more where it did not. */
const advancedSchema = z.object({
  reached: z.boolean(),
  outcome: z.string(),
  at: z.iso.datetime(),
  again: z.iso.datetime(),
});
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

const DAY_MS = 86_400_000;
const CHECK = "check";
const ASK_AGAIN = "ask_again";
const noticeAgain = (notice: ComplianceNotice) => `send_again ${notice}`;
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

/** While a look is under way, one that is owed waits for its end; a mere check is then spared. */
function look(state: Following, { owed, tries }: { owed: boolean; tries: number }): Reaction<State> {
  if (state.looking) return { state: { ...state, owed: state.owed || owed } };
  const { businessId, registrationId, episode } = state;
  const payload: AdvanceIntent = { businessId, registrationId, episode, isNew: !state.handedIn, owed, tries };
  return {
    state: { ...state, looking: true, owed: false },
    intents: [{ kind: "perform", effect: "advance_registration", payload: { ...payload } }],
  };
}

/** The timers of what is still pending at this instant; those whose time has passed are not set any more. */
function pendingTimers(submittedAt: string, now: string): Intent[] {
  const check = nextCheck(submittedAt, now);
  const waits = stillPending.map(
    ([name, days]) => [name, new Date(Date.parse(submittedAt) + days * DAY_MS).toISOString()] as const,
  );
  return [
    ...(check === null ? [] : [{ kind: "remind" as const, name: CHECK, at: check }]),
    ...waits.flatMap(([name, at]): Intent[] => (at > now ? [{ kind: "remind", name, at }] : [])),
  ];
}
const forgetPendingTimers = (): Intent[] =>
  [CHECK, ...stillPending.map(([name]) => name)].map((name) => ({ kind: "forget", name }));

function send(state: Following, notice: ComplianceNotice, tries = 0): Intent {
  const { businessId, accountId, registrationId, episode } = state;
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

/** With a verdict the waiting is over. What the provider makes of it later it says by a callback. */
const verdict = {
  instances: ofRegistration,
  react: (state: State, event: Recorded<Exclude<Judged, { type: "ComplianceReviewReopened" }>>): Reaction<State> =>
    state === null || event.data.episode !== state.episode
      ? { state }
      : { state, intents: [...forgetPendingTimers(), alert(event), send(state, after[event.type])] },
};

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
        const begun = { ...ids, episode, submittedAt, handedIn: false, looking, owed: false };
        const { state, intents = [] } = look(begun, { owed: true, tries: 0 });
        const old = [...forgetPendingTimers(), { kind: "forget" as const, name: ASK_AGAIN }];
        return { state, intents: [...old, ...pendingTimers(submittedAt, submittedAt), ...intents] };
      },
    },
    ComplianceCallbackNoted: {
      instances: ofRegistration,
      react: (state) => (state === null ? { state } : look(state, { owed: true, tries: 0 })),
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
    const tries = Number(data["tries"] ?? 0);
    if (name === ASK_AGAIN) return look(state, { owed: true, tries });
    if (name === CHECK) {
      const at = nextCheck(state.submittedAt, now);
      const looked = look(state, { owed: false, tries: 0 });
      const further: Intent[] = at === null ? [] : [{ kind: "remind", name: CHECK, at }];
      return { ...looked, intents: [...further, ...(looked.intents ?? [])] };
    }
    const notice = complianceNoticeSchema.options.find((one) => name === one || name === noticeAgain(one));
    return notice === undefined ? { state } : { state, intents: [send(state, notice, tries)] };
  },
  onOutcome: (state, { effect, payload, result }) => {
    if (state === null) return { state };
    if (effect === "advance_registration")
      return advanced(state, payload as unknown as AdvanceIntent, "done" in result ? result.done : undefined);
    if (effect !== "send_compliance_notice" || !("done" in result)) return { state };
    const { episode, notice, tries } = payload as unknown as NoticeIntent;
    const { again } = noticedSchema.parse(result.done);
    if (again === null || episode !== state.episode) return { state };
    const data = { tries: tries + 1 };
    return { state, intents: [{ kind: "remind", name: noticeAgain(notice), at: again, data }] };
  },
});

/** Nothing is given back where the intent was given up: the next check looks again. */
function advanced(before: Following, asked: AdvanceIntent, done: unknown): Reaction<State> {
  const isOfEpisode = asked.episode === before.episode;
  const answer = done === undefined ? undefined : advancedSchema.parse(done);
  const reached = answer?.reached === true;
  const state = { ...before, looking: false, handedIn: before.handedIn || (isOfEpisode && reached) };
  if (before.owed) return look(state, { owed: true, tries: 0 });
  if (reached) return { state, intents: [{ kind: "forget", name: ASK_AGAIN }] };
  if (answer === undefined || !isOfEpisode) return { state };
  // The last check is repeated like what is owed: no other comes after it.
  if (!asked.owed && nextCheck(state.submittedAt, answer.at) !== null) return { state };
  return { state, intents: [{ kind: "remind", name: ASK_AGAIN, at: answer.again, data: { tries: asked.tries + 1 } }] };
}
