/** Text messages from the first number to the last answer: one business's way, with the service stopped in its midst. */
import { createHash } from "node:crypto";
import { asking, expectStatus, type Tenant } from "../support/api";
import { completeForm } from "../support/compliance-form";
import { eventually } from "../support/eventually";
import { send } from "../support/http-client";
import { signedBySandbox } from "../support/sandbox-callbacks";
import { customerWrites, haveNumber, underReview, type Held } from "../support/texting";
import { describeService } from "./on-both-logs";
import { settled } from "./settled";
import { receiving, register, type Registered } from "./webhook-bench";

type Json = Readonly<Record<string, unknown>>;

const CUSTOMER = "+14155550123";
const COMPLIANCE = "/api/businesses/me/phone-compliance";
const CHANGE = "business.sms_compliance_change";

beforeAll(() => receiving.open());
afterAll(() => receiving.close());

describeService(
  (running) => {
    let tenant: Tenant;
    let number: Held;
    let hook: Registered;
    let registrationId: string;
    let conversationId: string;
    beforeAll(async () => {
      tenant = await running.api.tenant();
      hook = await register(tenant.api, [CHANGE]);
      number = await haveNumber(tenant);
    });

    const registration = async (): Promise<Json> => {
      const { registrations, sandbox } = expectStatus(await tenant.browser.get(COMPLIANCE), 200);
      expect(sandbox).toBe(true);
      return (registrations as readonly Json[]).find(({ id }) => id === registrationId) ?? {};
    };
    const review = async (status: string, reasons: readonly object[] = []): Promise<void> => {
      const verdict = { registrationId, status, ...(reasons.length === 0 ? {} : { reasons }) };
      const admin = await running.api.admin();
      await eventually(async () => expectStatus(await admin.post("/api/admin/sms-sandbox/reviews", verdict), 202));
      await eventually(async () => expect(await registration()).toMatchObject({ status }));
    };
    const write = (body: string) => customerWrites(running.api, { from: CUSTOMER, to: number.phoneNumber, body });
    const toCustomer = (body: string) =>
      tenant.browser.post("/api/conversations", { phoneNumberId: number.id, customerPhone: CUSTOMER, body });
    const messages = async (): Promise<readonly Json[]> => {
      const path = `/api/conversations/${conversationId}/messages`;
      return expectStatus(await tenant.browser.get(path), 200)["messages"] as readonly Json[];
    };
    const inV1 = (query: { readonly status?: "open"; readonly asOf?: string } = {}, position = 0) =>
      tenant.api.v1.get("/api/v1/conversations", asking(query, position));
    const mails = async (): Promise<readonly Json[]> => {
      const kept = expectStatus(await (await running.api.admin()).get("/api/admin/mails"), 200)["mails"];
      return (kept as readonly Json[]).filter(({ businessId }) => businessId === tenant.businessId);
    };
    const restarted = async (): Promise<void> => {
      await running.service.stop();
      await running.service.start();
    };

    test("before its number is approved nothing is sent, in the words of the contract", async () => {
      const refused = await toCustomer("Too early.");
      expect([refused.status, refused.json]).toEqual([
        409,
        {
          error: "sms_compliance_pending",
          message: expect.stringMatching(/approved/) as string,
          complianceStatus: null,
          sandbox: true,
          code: "sms_compliance_pending",
          requestId: refused.headers["x-request-id"],
        },
      ]);
      registrationId = await underReview(running.api, tenant, number.id);
      expect((await toCustomer("Still too early.")).json).toMatchObject({
        error: "sms_compliance_pending",
        complianceStatus: "pending_review",
      });
    });

    test("what reviewers reject is told with their reasons by webhook, alert and mail, is resubmitted in part, and approved", async () => {
      const reasons = [{ code: "30489", message: "Say where guests agree to be written to." }];
      await review("rejected", reasons);
      expect(await registration()).toMatchObject({ rejection: { reasons }, episode: 1 });
      await restarted();
      await eventually(async () => expect(await mails()).toHaveLength(1));
      const useCaseSummary = "Guests who ask for it at the counter hear that their table is ready.";
      const path = `${COMPLIANCE}/${registrationId}`;
      expect(expectStatus(await tenant.browser.patch(path, { useCaseSummary }), 200)).toMatchObject({
        registration: { ...completeForm, useCaseSummary, status: "pending_review", rejection: null, episode: 2 },
        sandbox: true,
      });
      await review("approved");
      const changes = await eventually(() => {
        const told = receiving.bodiesAt(hook.path).map(({ data }) => [data["before"], data["after"]]);
        expect(told).toHaveLength(2);
        return told.map(String).sort();
      });
      expect(changes).toEqual(["pending_review,approved", "pending_review,rejected"]);
      await settled(running.service);
      const { alerts } = await tenant.api.v1.get("/api/v1/alerts", asking({ type: CHANGE }));
      expect(alerts).toMatchObject([{ competitorId: null }, { competitorId: null }]);
      expect((await mails()).map(({ to, text }) => [to, String(text).includes("agree to be written to")])).toEqual([
        [tenant.browser.email, false],
        [tenant.browser.email, true],
      ]);
    });

    test("a customer is written to once, across a stop of the service, and it is delivered", async () => {
      const { conversation, message } = expectStatus(await toCustomer("Your table is ready."), 201);
      expect([conversation, message]).toMatchObject([
        { customerPhone: CUSTOMER, channel: "sms", status: "open", unreadCount: 0, sandbox: true },
        { direction: "outbound", status: "queued" },
      ]);
      conversationId = (conversation as { id: string }).id;
      await restarted();
      await eventually(async () => expect(await messages()).toMatchObject([{ status: "delivered" }]));
      const admin = await running.api.admin();
      const { messages: sent } = expectStatus(await admin.get("/api/admin/sms-sandbox/messages"), 200);
      expect(sent).toMatchObject([{ to: CUSTOMER, from: number.phoneNumber, body: "Your table is ready." }]);
    });

    test("the customer's answer is unread until it is read, and v1 tells it with a receipt that anybody can check", async () => {
      await write("On our way! Grüße, „Kari“ \u{1f600}");
      const told = await eventually(async () => {
        const page = await inV1({ status: "open" });
        expect(page.stats).toEqual({ total: 1, open: 1, unread: 1 });
        return page;
      });
      const { _receipt: receipt, ...rest } = told;
      expect(receipt).toEqual({
        request_id: expect.any(String) as string,
        timestamp: expect.any(String) as string,
        sha256: createHash("sha256").update(sortedJson(rest)).digest("hex"),
      });
      expect(rest).toMatchObject({ conversations: [{ id: conversationId, unreadCount: 1 }], sandbox: true });
      expect((await messages())[0]).toMatchObject({
        direction: "inbound",
        body: "On our way! Grüße, „Kari“ \u{1f600}",
      });
      const [one, two] = [await tenant.api.get("/api/v1/conversations"), await tenant.api.get("/api/v1/conversations")];
      expect([two.text === one.text, two.headers["etag"]]).toEqual([false, one.headers["etag"]]);
      const same = await tenant.api.get("/api/v1/conversations", { "if-none-match": String(one.headers["etag"]) });
      expect([same.status, same.text]).toEqual([304, ""]);
      await tenant.browser.patch(`/api/conversations/${conversationId}`, { read: true, status: "closed" });
      expect(await inV1({ status: "open" })).toMatchObject({
        stats: { total: 1, open: 0, unread: 0 },
        conversations: [],
      });
    });

    test("who says STOP hears that once and nothing more, until they say START", async () => {
      const replies = async () => (await messages()).filter(({ automatic }) => automatic === true);
      await write("stop");
      await eventually(async () => expect(await replies()).toMatchObject([{ status: "delivered" }]));
      const refused = await toCustomer("One more thing.");
      expect([refused.status, refused.json]).toMatchObject([409, { code: "recipient_opted_out", sandbox: true }]);
      const path = `/api/conversations/${conversationId}/messages`;
      expect(expectStatus(await tenant.browser.post(path, { body: "Please." }), 409)["code"]).toBe(
        "recipient_opted_out",
      );
      await write("START");
      await eventually(async () => expect(await replies()).toMatchObject([{ status: "delivered" }, {}]));
      expectStatus(await tenant.browser.post(path, { body: "Welcome back." }), 202);
      await eventually(async () => {
        expect((await messages())[0]).toMatchObject({ body: "Welcome back.", status: "delivered" });
      });
    });

    test("what a provider's callback says is nothing where somebody else signs it, whatever it says", async () => {
      await settled(running.service);
      const { log } = running.service.running.engines;
      const before = await log.head();
      const inbound = { kind: "inbound", id: "forged", from: CUSTOMER, to: number.phoneNumber, body: "Forged" };
      const [own, other] = [`/api/sms/inbound?business=${tenant.businessId}&number=${number.id}`, "/api/sms/status"];
      const forged: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
        [own, JSON.stringify(inbound), { "content-type": "application/json" }],
        [own, JSON.stringify(inbound), signedBySandbox(own, JSON.stringify({ ...inbound, body: "Other" }))],
        [own, JSON.stringify(inbound), signedBySandbox(other, JSON.stringify(inbound))],
        [own, JSON.stringify(inbound), { ...signedBySandbox(own, "{}"), "x-twilio-signature": "made up" }],
        [
          "/api/compliance/status-callback",
          '{"kind":"reviewed","id":"1","reference":"x"}',
          { "x-sandbox-signature": "made up" },
        ],
        [`${other}?business=${tenant.businessId}&message=x`, "{}", { "x-sandbox-signature": "made up" }],
      ];
      for (const [target, body, headers] of forged) {
        const reply = await send(`${running.service.url}${target}`, { method: "POST", headers, body });
        expect([target, reply.status, reply.json?.["code"]]).toEqual([target, 401, "unauthenticated"]);
      }
      await settled(running.service);
      expect(await log.head()).toBe(before);
    });

    test("the conversations are told as they were, and the history holds all of it, by whom it was done", async () => {
      const path = "/api/businesses/me/history?limit=1000";
      const { events } = expectStatus(await tenant.browser.get(path), 200) as {
        events: readonly { type: string; position: number; actor: { kind: string; id: string } }[];
      };
      const types = new Set(events.map(({ type }) => type));
      for (const type of [
        ...["PhoneNumberRequested", "PhoneNumberProvisioned", "ComplianceSubmitted", "ComplianceRejected"],
        ...["ComplianceApproved", "MessageQueued", "MessageSent", "MessageDelivered", "MessageReceived"],
      ])
        expect(types).toContain(type);
      const byProvider = expectStatus(await tenant.browser.get(`${path}&actor=provider`), 200)[
        "events"
      ] as typeof events;
      expect(new Set(byProvider.map(({ actor }) => JSON.stringify(actor)))).toEqual(
        new Set(['{"kind":"provider","id":"sandbox"}']),
      );
      const answered = byProvider.find(({ type }) => type === "MessageReceived")?.position ?? 0;
      const then = await inV1({ asOf: String(answered) });
      expect(then).toMatchObject({ stats: { total: 1, open: 1, unread: 1 }, conversations: [{ id: conversationId }] });
      expect(await inV1({ asOf: String(answered - 1) })).toMatchObject({ stats: { total: 1, open: 1, unread: 0 } });
      const said = await tenant.browser.get(`/api/conversations/${conversationId}/messages?asOf=${answered}`);
      expect((expectStatus(said, 200)["messages"] as readonly Json[]).map(({ direction }) => direction)).toEqual([
        "inbound",
        "outbound",
      ]);
      const proof = expectStatus(await tenant.browser.get("/api/businesses/me/history/proof"), 200);
      expect(proof).toMatchObject({ whole: true, events: events.length });
      const nobody = { stats: { total: 0, open: 0, unread: 0 }, conversations: [], nextCursor: null };
      expect(await inV1({ asOf: String(events[0]?.position) })).toMatchObject(nobody);
      const last = events.at(-1)?.position ?? 0;
      const [still, asOf] = [await inV1({}, last), await inV1({ asOf: String(last) })];
      expect(asOf._receipt.sha256).toBe(still._receipt.sha256);
    });
  },
  { outbound: receiving.outbound, settings: { SMS_PROVIDER: "sandbox" } },
);

/** What a receipt's digest is over, by a client's own means: all names are ASCII and all numbers whole. */
function sortedJson(value: unknown): string {
  const sorted = (_name: string, one: unknown): unknown =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one;
  return JSON.stringify(value, sorted);
}
