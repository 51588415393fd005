/** Whom one business asked for a review: nobody twice within a month, no more a day than its plan allows, and what became of each. */
import { z } from "zod";
import { found, noBuckets, put, without, type Buckets } from "./buckets";
import { counted, refusedForToday, unused, type DayAllowance, type DayUse } from "./day-quota";
import { aggregate, type Decision } from "./fold/aggregate";
import { defineEvents, type EventsOf } from "./fold/event";
import { personal } from "./fold/personal";
import { refuse } from "./refusals";
import { DAY_MS, utcDay } from "./utc-day";

const ids = { businessId: z.string(), accountId: z.string(), requestId: z.string() };

export const reviewChannelSchema = z.enum(["sms", "email"]);
export type ReviewChannel = z.output<typeof reviewChannelSchema>;

export const reviewRequestFailureSchema = z.enum([
  /** Whoever carries it does not take it, and never will. */
  "refused",
  "undelivered",
  /** It was tried for a while; the last attempt may have arrived. */
  "gave_up",
  "recipient_opted_out",
  "sms_compliance_pending",
  "number_not_usable",
  "message_limit_reached",
  /** Nothing carries it any more on this service. */
  "not_configured",
  "business_deleted",
]);
export type ReviewRequestFailure = z.output<typeof reviewRequestFailureSchema>;

export const reviewRequestEvents = defineEvents({
  ReviewRequested: z.object({
    ...ids,
    contactId: z.string().nullable(),
    channel: reviewChannelSchema,
    /** An e-mail address, or a phone number in E.164. */
    recipient: personal(z.string()),
    /** Every address and number by which whoever is asked is known: they are asked once, by whichever. */
    person: z.array(personal(z.string())),
    subject: personal(z.string()),
    text: personal(z.string()),
    /** Of the business, for a text message. */
    phoneNumberId: z.string().nullable(),
    /** `queued`: it is to be sent, once. `recorded`: nothing carries it on this service, and nothing will. */
    delivery: z.enum(["queued", "recorded"]),
    /** The UTC day of it counts for the daily limit. */
    requestedAt: z.iso.datetime(),
  }),
  ReviewRequestSent: z.object(ids),
  ReviewRequestDelivered: z.object(ids),
  /** Where nothing had been sent yet, whoever was to be asked was not and may be asked anew, and it counts against no limit. */
  ReviewRequestFailed: z.object({ ...ids, reason: reviewRequestFailureSchema }),
  /** Whoever was asked wants to be asked no more, by whichever address or number they are known. */
  CustomerUnsubscribed: z.object({ ...ids, person: z.array(personal(z.string())) }),
  /** They may be asked again, by these of their addresses and numbers. */
  CustomerResubscribed: z.object({ ...ids, person: z.array(personal(z.string())) }),
});
export type ReviewRequestEvent = EventsOf<typeof reviewRequestEvents>;
export type ReviewRequest = Extract<ReviewRequestEvent, { type: "ReviewRequested" }>["data"];
export type ReviewRequestStatus = "recorded" | "queued" | "sent" | "delivered" | "failed";

type Followed = Pick<ReviewRequest, "accountId" | "person" | "requestedAt"> & { readonly status: ReviewRequestStatus };

type Asking = Pick<ReviewRequest, "requestId" | "requestedAt">;

export interface ReviewRequests {
  /** By id, the newest: how far each got. What they say stays in the log. */
  readonly followed: Buckets<Followed>;
  /** By address and number: by which requests whoever has it was asked last and before that, the newest first. */
  readonly asked: Buckets<readonly Asking[]>;
  /** By address and number: who wants to be asked no more, and all of which they said so along with it. None of them gives way. */
  readonly unsubscribed: Buckets<readonly string[]>;
  readonly today: DayUse;
}

/** Of each bucket, and there are 256: more than any plan asks in a month. */
const REMEMBERED_MAX = 512;

/** The newest may turn out never to have been sent, which is known long before anybody is asked again. */
const ASKINGS_MAX = 2;

export const reviewRequests = aggregate({
  category: "reviewrequests",
  owner: "business",
  events: reviewRequestEvents,
  initial: { followed: noBuckets, asked: noBuckets, unsubscribed: noBuckets, today: unused },
  evolve: (state, event): ReviewRequests => {
    switch (event.type) {
      case "ReviewRequested":
        return requested(state, event.data);
      case "ReviewRequestSent":
        return moved(state, event.data.requestId, "sent");
      case "ReviewRequestDelivered":
        return delivered(state, event.data.requestId);
      case "ReviewRequestFailed":
        return failed(state, event.data);
      case "CustomerUnsubscribed":
        return { ...state, unsubscribed: all(state.unsubscribed, event.data.person) };
      case "CustomerResubscribed":
        return { ...state, unsubscribed: none(state.unsubscribed, event.data.person) };
    }
  },
});

function requested(state: ReviewRequests, request: ReviewRequest): ReviewRequests {
  const { requestId, accountId, person, requestedAt, delivery } = request;
  const followed = { accountId, person, requestedAt, status: delivery };
  return {
    ...state,
    followed: put(state.followed, requestId, followed, REMEMBERED_MAX),
    asked: askedNow(state.asked, requestId, request),
    today: counted(state.today, requestedAt),
  };
}

type Unsubscribed = ReviewRequests["unsubscribed"];

const all = (known: Unsubscribed, person: readonly string[]): Unsubscribed =>
  person.reduce((before, one) => put(before, one, union(found(before, one) ?? [], person)), known);

const none = (known: Unsubscribed, person: readonly string[]): Unsubscribed =>
  person.reduce((before, one) => without(before, one), known);

const union = (some: readonly string[], more: readonly string[]): readonly string[] => [...new Set([...some, ...more])];

function moved(state: ReviewRequests, requestId: string, status: ReviewRequestStatus): ReviewRequests {
  const known = found(state.followed, requestId);
  if (known === undefined) return state;
  return { ...state, followed: put(state.followed, requestId, { ...known, status }, REMEMBERED_MAX) };
}

/** Whoever was thought not to have been asked was asked after all. */
function delivered(state: ReviewRequests, requestId: string): ReviewRequests {
  const known = found(state.followed, requestId);
  const next = moved(state, requestId, "delivered");
  return known?.status === "failed" ? { ...next, asked: askedNow(state.asked, requestId, known) } : next;
}

const askedNow = (
  asked: ReviewRequests["asked"],
  requestId: string,
  { person, requestedAt }: Pick<ReviewRequest, "person" | "requestedAt">,
): ReviewRequests["asked"] =>
  person.reduce((known, one) => {
    const others = othersOf(known, one, requestId);
    // What is told late of an older request hides no newer one.
    const askings = [{ requestId, requestedAt }, ...others].sort(
      (left, right) => Date.parse(right.requestedAt) - Date.parse(left.requestedAt),
    );
    return put(known, one, askings.slice(0, ASKINGS_MAX), REMEMBERED_MAX);
  }, asked);

const othersOf = (asked: ReviewRequests["asked"], one: string, requestId: string): readonly Asking[] =>
  (found(asked, one) ?? []).filter((asking) => asking.requestId !== requestId);

type Failed = Extract<ReviewRequestEvent, { type: "ReviewRequestFailed" }>["data"];

/** It was handed over, or may have been: whoever was to be asked may have read it. */
const attempted: ReadonlySet<ReviewRequestFailure> = new Set(["refused", "undelivered", "gave_up"]);

function failed(state: ReviewRequests, { requestId, reason }: Failed): ReviewRequests {
  const next = moved(state, requestId, "failed");
  return attempted.has(reason) ? next : givenBack(next, requestId);
}

function givenBack(state: ReviewRequests, requestId: string): ReviewRequests {
  const known = found(state.followed, requestId);
  if (known === undefined) return state;
  const { day, used } = state.today;
  const isOfToday = utcDay(known.requestedAt) === day;
  return {
    ...state,
    asked: known.person.reduce((asked, one) => {
      const others = othersOf(asked, one, requestId);
      return others.length === 0 ? without(asked, one) : put(asked, one, others, REMEMBERED_MAX);
    }, state.asked),
    today: isOfToday ? { day, used: Math.max(0, used - 1) } : state.today,
  };
}

type ReviewRequestDecision = Decision<ReviewRequests, ReviewRequestEvent>;

/** Nobody is asked by a business more than once in so many days. */
export const ASKED_AGAIN_DAYS = 30;

/** No stand-in's: it was said by a mail's link. */
export const wantsNoMore = refuse("recipient_opted_out", "The customer wants to be asked for no more reviews.", {
  sandbox: false,
});

export const requestReview =
  (
    request: Omit<ReviewRequest, "requestedAt" | "person"> & { readonly person: readonly string[] },
    allowance: DayAllowance,
  ): ReviewRequestDecision =>
  (state) => {
    if (found(state.followed, request.requestId) !== undefined) return [];
    if (hasUnsubscribed(state, request.person)) return wantsNoMore;
    const { now } = allowance;
    for (const one of request.person) {
      const [before] = found(state.asked, one) ?? [];
      const againAt = before && new Date(Date.parse(before.requestedAt) + ASKED_AGAIN_DAYS * DAY_MS).toISOString();
      if (before !== undefined && againAt !== undefined && againAt > now)
        return refuse("asked_recently", `Nobody is asked more than once in ${ASKED_AGAIN_DAYS} days.`, {
          reviewRequestId: before.requestId,
          againAt,
        });
    }
    const told = {
      code: "review_request_limit_reached",
      name: "reviewRequestsPerDay",
      what: "review requests",
    } as const;
    const refused = refusedForToday(state.today, allowance, told);
    return (
      refused ?? [{ type: "ReviewRequested", data: { ...request, person: [...request.person], requestedAt: now } }]
    );
  };

/** Whether somebody who is known by one of these addresses and numbers wants to be asked no more. */
export const hasUnsubscribed = ({ unsubscribed }: ReviewRequests, person: readonly string[]): boolean =>
  person.some((one) => found(unsubscribed, one) !== undefined);

/** What of a request says who was asked. */
export type AskedBy = Pick<ReviewRequest, "businessId" | "accountId" | "requestId" | "recipient">;

/** Everything by which a request knew whom it asked; the address that was asked alone where that is remembered no more. */
const knownBy = ({ followed }: ReviewRequests, requestId: string, recipient: string): readonly string[] =>
  found(followed, requestId)?.person ?? [recipient];

/** As the newest request that asked the recipient knew them: as the business would ask them today, whichever mail's link is used. */
function knownToday(state: ReviewRequests, recipient: string): readonly string[] {
  const [newest] = found(state.asked, recipient) ?? [];
  return newest === undefined ? [recipient] : knownBy(state, newest.requestId, recipient);
}

/** Whom the link of a request stands for: who was asked by it, with what has become known of them since. */
const askedBy = (state: ReviewRequests, { requestId, recipient }: AskedBy): readonly string[] =>
  union(knownBy(state, requestId, recipient), knownToday(state, recipient));

/** Whether whoever this request asked wants to be asked no more: the same by the link of each mail to them. */
export const wantsNothing = (state: ReviewRequests, { recipient }: AskedBy): boolean =>
  hasUnsubscribed(state, knownToday(state, recipient));

/** By the link of a request that asked them, however long ago. Saying so again changes nothing. */
export const unsubscribe =
  (request: AskedBy): ReviewRequestDecision =>
  (state) => {
    const person = askedBy(state, request);
    if (person.every((one) => hasUnsubscribed(state, [one]))) return [];
    const { recipient: _recipient, ...ids } = request;
    return [{ type: "CustomerUnsubscribed", data: { ...ids, person: [...person] } }];
  };

/**
 * By the link of any mail to them: they may be asked again, by all that the link stands for and by all of which they said no
 * along with its address, by whichever mail. What was said of an address by its own mails alone stays.
 */
export const resubscribe =
  (request: AskedBy): ReviewRequestDecision =>
  (state) => {
    const saidOf = union(askedBy(state, request), found(state.unsubscribed, request.recipient) ?? []);
    const person = saidOf.filter((one) => hasUnsubscribed(state, [one]));
    if (person.length === 0) return [];
    const { recipient: _recipient, ...ids } = request;
    return [{ type: "CustomerResubscribed", data: { ...ids, person } }];
  };

/** Whether it is yet to be sent. */
export const isQueued = (state: ReviewRequests, requestId: string): boolean =>
  found(state.followed, requestId)?.status === "queued";

type Progress =
  { readonly status: "sent" | "delivered" } | { readonly status: "failed"; readonly reason: ReviewRequestFailure };

/** How far each status is; what is told late or twice changes nothing, save that it was delivered after all. */
const order: Readonly<Record<ReviewRequestStatus, number>> = {
  queued: 0,
  sent: 1,
  failed: 2,
  delivered: 3,
  recorded: 4,
};

export const noteProgress =
  (businessId: string, requestId: string, progress: Progress): ReviewRequestDecision =>
  (state) => {
    const known = found(state.followed, requestId);
    if (known === undefined || order[progress.status] <= order[known.status]) return [];
    const data = { businessId, accountId: known.accountId, requestId };
    if (progress.status === "failed")
      return [{ type: "ReviewRequestFailed", data: { ...data, reason: progress.reason } }];
    return [{ type: progress.status === "sent" ? "ReviewRequestSent" : "ReviewRequestDelivered", data }];
  };
