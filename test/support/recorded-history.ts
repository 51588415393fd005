/** A history as the service could have recorded it: made by the domain's own decisions from a seed, the same every time. */
import fc from "fast-check";
import { accounts, activateBusiness, confirmAdministrator, register, setPlan } from "../../domain/accounts";
import { alerts, mark, raise } from "../../domain/alerts";
import { anchorHistory, anchors } from "../../domain/anchors";
import { apiKeys, create as createKey, reactivate, revoke, revokeByAdmin, suspend } from "../../domain/api-keys";
import {
  beginRemoval,
  businesses,
  create,
  editProfile,
  orderErasure,
  requestDeletion,
  restore,
} from "../../domain/businesses";
import { answerChat, askChat, chatContexts, chats, failChat } from "../../domain/chats";
import { add, competitors, remove as removeCompetitor, setJobMonitoring } from "../../domain/competitors";
import { compliance } from "../../domain/compliance";
import * as registrations from "../../domain/compliance-decisions";
import { changeConversation, conversations } from "../../domain/conversations";
import { content, requestContent, settleContent } from "../../domain/content";
import type { AnyEvent } from "../../domain/fold/event";
import { isRefusal } from "../../domain/fold/refusal";
import { keywordOf } from "../../domain/opt-out-words";
import { phoneNumbers, requestNumber, settleNumber } from "../../domain/phone-numbers";
import { requestCollection } from "../../domain/places/collections";
import type { Collectable } from "../../domain/places/observation";
import { observe } from "../../domain/places/observe";
import { places } from "../../domain/places/place";
import { plans } from "../../domain/plans";
import { receive } from "../../domain/receiving";
import { refreshes, requestRefresh, settleRefresh } from "../../domain/refreshes";
import { recordRemoval as removeBusiness, removals } from "../../domain/removals";
import {
  noteDelivered,
  noteFailed,
  noteOptedOut,
  noteSent,
  sendMessage,
  startConversation,
} from "../../domain/sending";
import { change, pause, register as registerWebhook, remove as removeWebhook, webhooks } from "../../domain/webhooks";
import { observation } from "./observation-arbitrary";
import { writtenContent } from "./written-content";
import { completeForm } from "./compliance-form";
import { profileOf } from "./profile";
import { asked, instant, oneOf, type Choice } from "./recorded-choices";
import { dealings } from "./recorded-dealings";
import { notification } from "./recorded-notifications";
import { ownAttestor } from "./small-history";

export interface Append {
  readonly stream: string;
  readonly events: readonly AnyEvent[];
}

interface Request extends Choice {
  readonly kind: keyof typeof decisions;
}

/** What may be asked; a business `n.m` is account n's. */
const decisions = {
  account: ({ owner, entity, pick }: Choice) => {
    const accountId = `a${owner}`;
    const signedUp = register({ accountId, email: `${owner}@example.com`, name: "Ada" });
    const activated = activateBusiness(accountId, `b${owner}.${entity}`);
    const confirmed = confirmAdministrator(accountId);
    const plan = setPlan(accountId, oneOf(plans, pick));
    return asked(accounts, accountId, oneOf([signedUp, plan, activated, confirmed], pick));
  },
  key: ({ owner, entity, pick }: Choice) => {
    const [accountId, keyId] = [`a${owner}`, `k${owner}.${entity}.${Math.floor(pick / 5) % 4}`];
    const made = { accountId, keyId, name: "Reporting", hash: keyId, prefix: "lbi", expiresAt: null };
    const created = createKey({ ...made, scopes: ["export"], allowedAddresses: ["192.0.2.1"] }, 50);
    const others = [suspend(accountId, keyId, "Why"), reactivate(accountId, keyId), revoke(accountId, keyId)] as const;
    return asked(apiKeys, accountId, oneOf([created, ...others, revokeByAdmin(accountId, keyId, null)], pick));
  },
  webhook: ({ owner, entity, pick }: Choice) => {
    const [accountId, endpointId] = [`a${owner}`, `e${owner}.${entity}`];
    const url = `https://hooks.example.com/${pick}`;
    const made = registerWebhook({ accountId, endpointId, url, events: ["alert.created"], secret: "whsec" });
    const changed = change(accountId, endpointId, {
      url,
      active: pick % 8 < 4,
      events: [pick % 3 === 0 ? "alert.created" : "api_key.suspended"],
    });
    const ended = [pause(accountId, endpointId, "receiver_gone"), removeWebhook(accountId, endpointId)] as const;
    return asked(webhooks, accountId, oneOf([made, changed, ...ended], pick));
  },
  business: ({ owner, entity, pick }: Choice) => {
    const [businessId, accountId] = [`b${owner}.${entity}`, `a${owner}`];
    const made = create({ businessId, accountId, profile: profileOf({ city: "Oslo" }), placeId: null });
    const placeId = oneOf(["place-0", "place-1", null], Math.floor(pick / 5));
    const edited = editProfile({ city: oneOf(["Oslo", "Bergen"], pick) }, placeId);
    const ended = [requestDeletion(instant), restore("2026-01-31T00:00:00.000Z")] as const;
    return asked(businesses, businessId, oneOf([made, edited, edited, edited, ...ended], pick));
  },
  ending: ({ owner, pick }: Choice) => {
    const begun = beginRemoval("2027-01-01T00:00:00.000Z");
    return asked(businesses, `b${owner}.2`, pick % 10 === 0 ? orderErasure("Asked for by letter") : begun);
  },
  removal: ({ owner }: Choice) => {
    const removed = { businessId: `b${owner}.2`, accountId: `a${owner}`, erasedEvents: 3, chainHead: "0".repeat(64) };
    const asking = { requestedBy: { kind: "user", id: `a${owner}` }, requestedAt: instant } as const;
    const said = { ...removed, ...asking, reason: "restore_window_elapsed", removedAt: instant } as const;
    const keyId = ownAttestor.publicKey.kid;
    const record = removeBusiness({ ...said, keyId }, (text) => ownAttestor.sign(text));
    return asked(removals, removed.businessId, record);
  },
  competitor: ({ owner, entity, pick }: Choice) => {
    const businessId = `b${owner}.${entity % 2}`;
    const competitorId = `${businessId} place-${pick % 3}`;
    const claim = { name: "Rival", address: null, rating: pick / 7, reviewCount: pick, website: null };
    const addition = { businessId, accountId: `a${owner}`, competitorId, placeId: `place-${pick % 3}`, claim };
    const added = add({ ...addition, ownPlaceId: null, quota: 3 });
    const removed = removeCompetitor(businessId, competitorId);
    const monitoring = setJobMonitoring(businessId, competitorId, pick % 2 === 0);
    return asked(competitors, businessId, oneOf([added, removed, monitoring], Math.floor(pick / 3)));
  },
  refresh: ({ owner, entity, pick }: Choice) => {
    const [businessId, placeId, refreshId] = [`b${owner}.${entity % 2}`, `place-${pick % 3}`, `r${pick % 4}`];
    const sections = oneOf<readonly Collectable[]>([["listing", "reviews"], ["enrichment"], ["reviews"]], pick);
    const wanted = { businessId, accountId: `a${owner}`, competitorId: `${businessId} ${placeId}`, placeId, refreshId };
    const requested = requestRefresh({ ...wanted, sections }, { now: instant, quota: 1_000 });
    const settled = settleRefresh(refreshId, pick % 2 === 0 ? "answered" : "expired");
    return asked(refreshes, businessId, oneOf([requested, settled], Math.floor(pick / 4)));
  },
  collection: ({ pick }: Choice) => {
    const placeId = `place-${pick % 3}`;
    const wanted = { placeId, requestId: `c${pick}`, sections: ["listing", "reviews"] as const };
    const times = { requestedAt: "2026-01-02T00:00:00.000Z", expiresAt: "2026-02-02T00:00:00.000Z" };
    return asked(places, placeId, requestCollection({ ...wanted, ...times }, "2026-01-20T00:00:00.000Z"));
  },
  alert: ({ owner, entity, pick }: Choice) => {
    const [businessId, alertId] = [`b${owner}.${entity % 2}`, `al${owner}.${entity % 2} ${pick % 5}`];
    const told = { title: "Rival: a price changed", data: { before: pick, after: null } };
    const about = { alertId, businessId, accountId: `a${owner}`, competitorId: null, placeId: "place-1" };
    const raised = raise({ ...about, type: "competitor.price_change", ...told });
    return asked(alerts, businessId, oneOf([raised, mark(businessId, alertId, pick % 2 === 0)], Math.floor(pick / 10)));
  },
  notification,
  number: ({ owner, entity, pick }: Choice) => {
    const businessId = `b${owner}.${entity % 2}`;
    const phoneNumberId = `n${businessId} ${pick % 3}`;
    const ids = { businessId, accountId: `a${owner}`, phoneNumberId };
    const requested = requestNumber({ ...ids, kind: "toll_free", country: "US", areaCode: null }, { quota: 3 });
    const had = { ...ids, phoneNumber: "+18885550100", provider: "sandbox", providerNumberId: `p${pick}` } as const;
    const provisioned = settleNumber({ type: "PhoneNumberProvisioned", data: had });
    const lacking = { ...ids, reason: "none_available", message: "There is none." } as const;
    const failed = settleNumber({ type: "PhoneNumberProvisioningFailed", data: lacking });
    return asked(phoneNumbers, businessId, oneOf([requested, provisioned, failed], Math.floor(pick / 3)));
  },
  registration: ({ owner, entity, pick }: Choice) => {
    const businessId = `b${owner}.${entity % 2}`;
    const [registrationId, phoneNumberId, episode] = [
      `c${businessId} ${entity % 2}`,
      `n${businessId} ${entity % 2}`,
      1 + (pick % 2),
    ];
    const ids = { businessId, accountId: `a${owner}`, registrationId, phoneNumberId };
    const drafted = registrations.draft({ ...ids, kind: "toll_free_verification", form: completeForm });
    const edited = registrations.editForm(registrationId, { businessCity: oneOf(["Oslo", "Bergen"], pick) });
    const submitted = registrations.submit(registrationId, instant);
    const statuses = ["pending_review", "approved", "rejected", "action_required", "expired"] as const;
    const reasons = [{ code: null, message: `Reason ${pick}` }];
    const judged = statuses.map((status) =>
      registrations.judge(registrationId, episode, { status, reasons, reviewedAt: null }),
    );
    const later = [
      registrations.reference(registrationId, episode, "sandbox", { verification: `v${pick}` }),
      registrations.noteCallback(registrationId),
      registrations.noteNotice(registrationId, episode, "approved"),
      registrations.noteNotice(registrationId, episode, "rejected", "ComplianceNoticeRefused"),
    ];
    return asked(compliance, businessId, oneOf([drafted, edited, submitted, submitted, ...judged, ...later], pick));
  },
  conversation: ({ owner, entity, pick }: Choice) => {
    const businessId = `b${owner}.${entity % 2}`;
    const customerPhone = `+1415555010${pick % 3}`;
    const conversationId = `v${businessId} ${pick % 3}`;
    const messageId = `m${businessId} ${Math.floor(pick / 7)}`;
    const number = { phoneNumberId: `n${businessId} 0`, provider: "sandbox", customerPhone } as const;
    const ids = { businessId, accountId: `a${owner}`, conversationId, messageId, ...number };
    const allowance = { now: instant, quota: 1_000 };
    const body = oneOf(["On our way", "STOP", "START", "Thanks"], Math.floor(pick / 3));
    const inbound = { ...ids, providerMessageId: `s${messageId}`, body, keyword: keywordOf(body), mediaCount: 0 };
    const received = receive(inbound, instant, null);
    return asked(
      conversations,
      businessId,
      oneOf(
        [
          startConversation({ ...ids, body, customerName: oneOf(["Kari", null], pick) }, allowance),
          sendMessage(conversationId, { messageId, body }, allowance),
          received,
          received,
          noteSent(messageId, `p${messageId}`),
          noteDelivered(messageId, `p${messageId}`),
          noteFailed(messageId, "undelivered", "30003"),
          noteOptedOut(messageId, "21610"),
          changeConversation(conversationId, { status: "closed" }),
          changeConversation(conversationId, { status: "open", read: true, customerName: `Kari ${pick}` }),
        ],
        entity + pick,
      ),
    );
  },
  draft: ({ owner, entity, pick }: Choice) => {
    const businessId = `b${owner}.${entity % 2}`;
    const requestId = `d${businessId} ${pick % 6}`;
    const generationIds = [`${requestId}.0`, `${requestId}.1`].slice(pick % 2);
    const ids = { businessId, accountId: `a${owner}`, requestId };
    const rootId = `d${businessId} ${entity}.1`;
    const refines = pick % 3 === 0 ? { id: pick % 2 === 0 ? rootId : `d${businessId} ${entity}.0`, rootId } : null;
    const requested = requestContent({ ...ids, generationIds, refines }, { now: instant, quota: 1_000 });
    const generated = settleContent(writtenContent(ids, generationIds), instant);
    const failed = settleContent({ type: "ContentFailed", data: { ...ids, reason: "generation" } }, instant);
    return asked(
      content,
      businessId,
      oneOf([requested, requested, generated, generated, failed], Math.floor(pick / 6)),
    );
  },
  chat: ({ owner, entity, pick }: Choice) => {
    const businessId = `b${owner}.${entity % 2}`;
    const questionId = `q${businessId} ${pick % 5}`;
    const question = { businessId, accountId: `a${owner}`, questionId, context: oneOf(chatContexts, pick) };
    const expiresAt = "2026-02-01T00:02:00.000Z";
    const wanted = askChat({ ...question, message: `How are we ${pick}?`, expiresAt }, { now: instant, quota: 1_000 });
    const model = oneOf(["a-model", null], pick);
    const tokens = model === null ? null : { input: pick, output: 1 };
    const said = { answerId: `w${questionId} ${pick}`, message: oneOf(["Fine.", null], Math.floor(pick / 2)) };
    const answered = answerChat(questionId, { ...said, provider: "any", model, tokens }, instant);
    return asked(
      chats,
      businessId,
      oneOf([wanted, wanted, answered, failChat(questionId, "failed")], Math.floor(pick / 5)),
    );
  },
  ...dealings,
  anchor: ({ owner, entity, pick: count }: Choice) => {
    const businessId = `b${owner}.${entity % 2}`;
    const said = { businessId, count, head: "0".repeat(64), anchoredAt: instant, keyId: "key" };
    const sign = () => `signature over ${count} events`;
    return asked(anchors, businessId, anchorHistory(said, sign));
  },
};

const request: fc.Arbitrary<Request> = fc.record({
  // What has many states is asked for more often, so that all of them are reached.
  kind: fc.constantFrom(
    ...(Object.keys(decisions) as Request["kind"][]),
    "registration",
    "registration",
    "conversation",
  ),
  owner: fc.noBias(fc.nat(1)),
  entity: fc.noBias(fc.nat(2)),
  pick: fc.noBias(fc.nat(100)),
});
const sighting = fc.tuple(observation, fc.nat(2)).map(([seen, place]) => ({ ...seen, placeId: `place-${place}` }));

/** What businesses do has many more kinds than what is seen of places. */
const asking = fc.oneof({ weight: 3, arbitrary: request }, { weight: 1, arbitrary: sighting });

/** Appends in the order in which they were decided; refusals and decisions without events leave nothing. */
export function recordedHistory(seed: number, length: number): readonly Append[] {
  const states = new Map<string, unknown>();
  const all = fc
    .sample(asking, { seed, numRuns: length })
    .map((one) =>
      "kind" in one
        ? decisions[one.kind](one)
        : asked(places, one.placeId, observe(one, "2026-01-20T00:00:00.000Z", { reviewTextDays: 4 })),
    );
  return all.flatMap(({ stream, aggregate, decision }): Append[] => {
    const state = states.has(stream) ? states.get(stream) : aggregate.initial;
    const events = decision(state);
    if (isRefusal(events) || events.length === 0) return [];
    states.set(stream, events.reduce(aggregate.evolve, state));
    return [{ stream, events }];
  });
}
