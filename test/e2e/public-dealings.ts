/** Conversations, contacts, payments, reports, charts, posts and pages by the public API, beside what was observed. */
import { unsubscribeTokens } from "../../infra/composition/adapters/unsubscribe-links";
import { asking, byId, expectStatus } from "../support/api";
import { masterKey } from "../support/service";
import { haveConversation } from "../support/texting";
import { DAYS_SEEN, type Life } from "./public-life";
import { anyText, type Shows } from "./public-own";

let customers = 0;
async function contact({ tenant }: Life) {
  const body = { name: "Kari", email: `kari-${(customers += 1)}@example.com`, tags: ["regular"] };
  const { contact: kept } = await tenant.api.v1.post("/api/v1/contacts", { body });
  return { body, kept };
}

async function reviewRequest(life: Life) {
  const { kept } = await contact(life);
  const body = { contactId: kept.id, reviewUrl: "https://reviews.example/harbour" };
  return (await life.tenant.api.v1.post("/api/v1/review-requests", { body })).reviewRequest;
}

const comparison = async ({ tenant }: Life) =>
  (await tenant.api.v1.post("/api/v1/reports", { body: { kind: "competitor_comparison", days: 30 } })).report;

/** As the report has it: what was observed on the twenty days of the own listing, and how it changed within them. */
const compared = ({ rivalId }: Life) => ({
  own: {
    ...{ placeId: "life-own", rating: 4.1, ratingChange: -0.3, reviewCount: 200, reviewCountChange: 0 },
    n: { rating: DAYS_SEEN, reviewCount: DAYS_SEEN },
  },
  competitors: [
    { competitorId: rivalId, name: "Fjord", rating: 4.8, ratingChange: 0, reviewCount: 176, reviewCountChange: 76 },
    { name: "Quay", rating: 4.4, ratingChange: null, permanentlyClosed: true, n: { rating: 1, reviewCount: 1 } },
  ],
});

async function chart({ tenant, rivalId }: Life) {
  const body = { competitorIds: [rivalId], days: 30 };
  return (await tenant.api.v1.post("/api/v1/embeds", { body })).embed;
}

async function post({ tenant, service }: Life) {
  const { v1 } = tenant.api;
  // Written from the facts, and posted as it was written.
  const { generation } = await v1.post("/api/v1/content", { body: { type: "social_post", topic: "Harbour coffee" } });
  const { text } = generation.content as unknown as { text: string };
  const publishAt = new Date(service.clock.now().getTime() + 3_600_000).toISOString();
  const body = { platform: "facebook", text, contentId: generation.id, publishAt } as const;
  return { body, made: (await v1.post("/api/v1/social-posts", { body })).post };
}

export const customersAndMoney: Shows = {
  "GET /api/v1/conversations": async (life) => {
    const { id } = await haveConversation(life.api, life.tenant);
    const { conversations, stats, _receipt } = await life.tenant.api.v1.get("/api/v1/conversations");
    expect(conversations).toEqual([
      {
        ...{ id, customerName: null, customerPhone: "+14155550123", channel: "sms", status: "open" },
        ...{ lastMessageAt: anyText, unreadCount: 1, createdAt: anyText },
      },
    ]);
    expect(stats).toEqual({ total: 1, open: 1, unread: 1 });
    expect(Object.keys(_receipt)).toEqual(["request_id", "timestamp", "sha256"]);
  },
  "POST /api/v1/contacts": async (life) => {
    const { body, kept } = await contact(life);
    expect(kept).toEqual({ id: anyText, ...body, phone: null, note: null, externalId: null, createdAt: anyText });
  },
  "POST /api/v1/payments": async (life) => {
    const { kept } = await contact(life);
    const body = { amount: 1_250, currency: "NOK", contactId: kept.id, method: "card" } as const;
    const { payment } = await life.tenant.api.v1.post("/api/v1/payments", { body });
    expect(payment).toMatchObject({ id: anyText, ...body, reference: null, note: null, createdAt: anyText });
  },
  "POST /api/v1/review-requests": async (life) => {
    const asked = await reviewRequest(life);
    expect(asked).toMatchObject({ id: anyText, channel: "email", status: "recorded", failureReason: null });
    expect(asked.message).toContain("Hello Kari, thank you for choosing Harbour Café.");
  },
  "GET /api/v1/review-requests": async (life) => {
    const asked = await reviewRequest(life);
    const { reviewRequests } = await life.tenant.api.v1.get("/api/v1/review-requests", asking({ limit: 1 }));
    expect(reviewRequests).toEqual([asked]);
  },
};

export const toldToOthers: Shows = {
  "POST /api/v1/reports": async (life) => {
    const { figures, ...report } = await comparison(life);
    expect(report).toMatchObject({ id: anyText, kind: "competitor_comparison", createdAt: anyText });
    expect(figures.comparison).toMatchObject(compared(life));
  },
  "GET /api/v1/reports": async (life) => {
    const { id } = await comparison(life);
    const { reports } = await life.tenant.api.v1.get("/api/v1/reports", asking({ limit: 1 }));
    expect(reports).toMatchObject([{ id, kind: "competitor_comparison" }]);
  },
  "GET /api/v1/reports/:id": async (life) => {
    const made = await comparison(life);
    expect((await life.tenant.api.v1.get("/api/v1/reports/{id}", byId(made.id))).report).toEqual(made);
  },
  "POST /api/v1/social-posts": async (life) => {
    const { body, made } = await post(life);
    expect(made).toMatchObject({ id: anyText, ...body, status: "scheduled", reason: null, platformPostId: null });
  },
  "GET /api/v1/social-posts": async (life) => {
    const { made } = await post(life);
    const { posts } = await life.tenant.api.v1.get("/api/v1/social-posts", asking({ limit: 1 }));
    expect(posts).toEqual([made]);
  },
  "DELETE /api/v1/social-posts/:id": async (life) => {
    const { v1 } = life.tenant.api;
    const { made } = await post(life);
    await v1.delete("/api/v1/social-posts/{id}", byId(made.id));
    const { posts } = await v1.get("/api/v1/social-posts", asking({ limit: 100 }));
    expect(posts.find(({ id }) => id === made.id)).toMatchObject({ status: "canceled" });
  },
  "POST /api/v1/embeds": async (life) => {
    expect(await chart(life)).toMatchObject({
      ...{ id: anyText, metric: "rating", days: 30, own: true, competitorIds: [life.rivalId], revokedAt: null },
      ...{ url: anyText, svgUrl: anyText },
    });
  },
  "GET /api/v1/embeds": async (life) => {
    const made = await chart(life);
    const { embeds } = await life.tenant.api.v1.get("/api/v1/embeds", asking({ limit: 1 }));
    expect(embeds).toEqual([made]);
  },
  "DELETE /api/v1/embeds/:id": async (life) => {
    const { id, url } = await chart(life);
    await life.tenant.api.v1.delete("/api/v1/embeds/{id}", byId(id));
    expect((await life.api.anonymous.get(new URL(url).pathname)).status).toBe(404);
  },
};

/** Of a request to somebody new, as its mail would have it: nothing mails here. */
async function unsubscribePath(life: Life): Promise<string> {
  const { id } = await reviewRequest(life);
  await life.settled();
  return `/unsubscribe/${unsubscribeTokens(masterKey).reviewRequests.sign(id)}`;
}

const page = { accept: "text/html" };

export const pages: Shows = {
  "GET /embed/:token": async (life) => {
    const { url, svgUrl } = await chart(life);
    const shown = await life.api.anonymous.get(new URL(url).pathname, page);
    expect(shown.status).toBe(200);
    for (const words of ["Harbour Café: 4.1", "Fjord: 4.8", `(n = ${DAYS_SEEN})`]) expect(shown.text).toContain(words);
    const picture = await life.api.anonymous.get(new URL(svgUrl).pathname);
    expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/svg+xml; charset=utf-8"]);
  },
  "GET /unsubscribe/:token": async (life) => {
    const shown = await life.api.anonymous.get(await unsubscribePath(life), page);
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining("Ask me no more")]);
  },
  "POST /unsubscribe/:token": async (life) => {
    const path = await unsubscribePath(life);
    expect((await life.api.anonymous.post(path)).status).toBe(200);
    expect((await life.api.anonymous.get(path, page)).text).toContain("no more reviews by this business.");
  },
  "POST /unsubscribe/:token/undo": async (life) => {
    const path = await unsubscribePath(life);
    expect((await life.api.anonymous.post(path)).status).toBe(200);
    expect((await life.api.anonymous.post(`${path}/undo`)).status).toBe(200);
    expect((await life.api.anonymous.get(path, page)).text).toContain("Ask me no more");
  },
  "GET /audit": async ({ api, tenant, rivalId }) => {
    const admin = await api.admin();
    const shown = await admin.get("/audit", page);
    expect([shown.status, shown.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    // What the page asks for.
    const { events } = expectStatus(
      await admin.get(`/api/admin/businesses/${tenant.businessId}/events?type=CompetitorAdded`),
      200,
    );
    expect(events).toMatchObject([{ data: { competitorId: rivalId } }, { data: { placeId: "life-closed" } }]);
  },
};
