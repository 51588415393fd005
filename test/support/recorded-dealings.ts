/** What a recorded history holds of a business's dealings: its charts, contacts, payments, review requests, reports and posts. */
import { aiVisibility, recordAiAnswer } from "../../domain/ai-visibility";
import { contacts, createContact } from "../../domain/contacts";
import { createEmbed, embeds, revokeEmbed } from "../../domain/embeds";
import { payments, recordPayment } from "../../domain/payments";
import { makeReport, reports } from "../../domain/reports";
import { noteProgress, requestReview, resubscribe, reviewRequests, unsubscribe } from "../../domain/review-requests";
import { cancelPost, endPost, schedulePost, socialPosts } from "../../domain/social-posts";
import { asked, instant, oneOf, type Choice } from "./recorded-choices";

export const dealings = {
  aiAnswer: ({ owner, entity, pick }: Choice) => {
    const businessId = `b${owner}.${entity % 2}`;
    const ids = { businessId, accountId: `a${owner}`, answerId: `ai${businessId} ${pick % 9}` };
    const run = { checkId: `check ${pick % 4}`, engine: oneOf(["one", "other"], pick), source: "tests" };
    const mentioned = pick % 2 === 0;
    const said = { position: mentioned ? 1 + (pick % 3) : null, mentionText: mentioned ? "Good coffee." : null };
    const location = oneOf([{ city: "Oslo", state: null }, null], pick);
    const heard = { query: `best coffee ${pick % 3}`, location, checkedAt: instant, competitorsMentioned: ["Rival"] };
    return asked(aiVisibility, businessId, recordAiAnswer({ ...ids, ...run, ...heard, mentioned, ...said }, instant));
  },
  embed: ({ owner, entity, pick }: Choice) => {
    const businessId = `b${owner}.${entity % 2}`;
    const embedId = `em${businessId} ${pick % 4}`;
    const shown = { metric: oneOf(["rating", "reviewCount"] as const, pick), days: 2 + pick, own: true };
    const said = { competitorIds: [], title: oneOf(["How we do", null], pick), origins: ["https://a.example"] };
    const ids = { businessId, accountId: `a${owner}`, embedId };
    const made = createEmbed({ ...ids, ...shown, ...said, expiresAt: null }, { now: instant, quota: 3 });
    return asked(embeds, businessId, oneOf([made, revokeEmbed(businessId, embedId)], Math.floor(pick / 4)));
  },
  contact: ({ owner, entity, pick }: Choice) => {
    const businessId = `b${owner}.${entity % 2}`;
    const ids = { businessId, accountId: `a${owner}`, contactId: `co${businessId} ${pick % 8}` };
    const reached = {
      name: "Kari",
      email: `kari${pick % 9}@example.com`,
      phone: oneOf(["+12025550143", null, null], pick),
    };
    const said = { tags: ["regular"], note: null, externalId: oneOf([`x${pick}`, null], pick) };
    return asked(contacts, businessId, createContact({ ...ids, ...reached, ...said }, 100));
  },
  payment: ({ owner, entity, pick }: Choice) => {
    const businessId = `b${owner}.${entity % 2}`;
    const ids = { businessId, accountId: `a${owner}`, paymentId: `pa${businessId} ${pick}`, contactId: null };
    const paid = { amount: 1 + pick, currency: "NOK", method: "card", paidAt: instant } as const;
    const said = { reference: oneOf([`till ${pick % 5}`, null], pick), note: "Thanks" };
    return asked(payments, businessId, recordPayment({ ...ids, ...paid, ...said }, { now: instant, quota: 1_000 }));
  },
  reviewRequest: ({ owner, entity, pick }: Choice) => {
    const businessId = `b${owner}.${entity % 2}`;
    const requestId = `rr${businessId} ${pick % 6}`;
    const recipient = `kari${pick % 6}@example.com`;
    const sent = { contactId: null, channel: "email", recipient, person: [recipient], phoneNumberId: null } as const;
    const said = {
      subject: "How was it?",
      text: `Tell us ${pick}`,
      delivery: oneOf(["queued", "recorded"] as const, pick),
    };
    const ids = { businessId, accountId: `a${owner}`, requestId };
    const made = requestReview({ ...ids, ...sent, ...said }, { now: instant, quota: 1_000 });
    const told = (["sent", "delivered"] as const).map((status) => noteProgress(businessId, requestId, { status }));
    const failed = noteProgress(businessId, requestId, { status: "failed", reason: "undelivered" });
    const [declined, undone] = [unsubscribe({ ...ids, recipient }), resubscribe({ ...ids, recipient })];
    const all = [made, made, failed, ...told, declined, undone] as const;
    return asked(reviewRequests, businessId, oneOf(all, Math.floor(pick / 6)));
  },
  report: ({ owner, entity, pick }: Choice) => {
    const businessId = `b${owner}.${entity % 2}`;
    const ids = { businessId, accountId: `a${owner}`, reportId: `re${businessId} ${pick}` };
    const stars = [{ rating: 5, n: pick }];
    const reviews = { n: pick, averageRating: 5, stars, answerable: 0, answered: 0, responseRate: null };
    const told = {
      kind: "reviews",
      title: oneOf(["Our month", null], pick),
      from: "2026-01-01",
      to: "2026-01-31",
    } as const;
    const figures = { comparison: null, reviews, market: null };
    return asked(reports, businessId, makeReport({ ...ids, ...told, figures }, { now: instant, quota: 1_000 }));
  },
  socialPost: ({ owner, entity, pick }: Choice) => {
    const businessId = `b${owner}.${entity % 2}`;
    const postId = `po${businessId} ${pick % 6}`;
    const said = { platform: "facebook", text: `News ${pick}`, contentId: null, publishAt: instant } as const;
    const ids = { businessId, accountId: `a${owner}`, postId };
    const made = schedulePost({ ...ids, ...said }, { now: instant, quota: 1_000, waitingMax: 1_000 });
    const ends = [endPost(postId, { platformPostId: "p1" }), endPost(postId, { reason: "not_configured" })] as const;
    return asked(socialPosts, businessId, oneOf([made, made, cancelPost(postId), ...ends], Math.floor(pick / 6)));
  },
};
