/** What a business keeps of its customers: contacts, what they paid, and whom it asked for a review. */
import type { paths } from "local-business-intelligence-client";
import { quotas } from "../../domain/plans";
import { asking, createApi, expectStatus, type Api, type Tenant } from "../support/api";
import { eventually } from "../support/eventually";
import { startMailbox } from "../support/mailbox";
import { startTestService, type TestService } from "../support/service";
import { approve, customerWrites, haveNumber } from "../support/texting";
import { usedToday } from "../support/used-today";
import { settled } from "./settled";

const CONTACTS = "/api/v1/contacts";
const REQUESTS = "/api/v1/review-requests";
type Body<Path extends typeof CONTACTS | typeof REQUESTS> =
  paths[Path]["post"]["requestBody"]["content"]["application/json"];

let service: TestService;
let api: Api;
let tenant: Tenant;
beforeAll(async () => {
  service = await startTestService({ settings: { SMS_PROVIDER: "sandbox" } });
  api = createApi(service);
  tenant = await api.tenant();
});
afterAll(() => service.close());

const kept = async (body: Body<typeof CONTACTS>, { api: { v1 } } = tenant) =>
  (await v1.post(CONTACTS, { body })).contact;

describe("contacts", () => {
  const keep = (body: object) => tenant.api.post(CONTACTS, body);

  test("are kept as their addresses and numbers are looked for, and a second one is told which contact has them", async () => {
    const kari = { name: " Kari Nordmann ", email: "Kari@Example.com", phone: "(202) 555-0143", tags: ["a", "a", "b"] };
    const contact = await kept(kari);
    const as = { name: "Kari Nordmann", email: "kari@example.com", phone: "+12025550143", tags: ["a", "b"] };
    expect(contact).toMatchObject({ ...as, note: null, externalId: null });
    const known = { status: 409, json: { code: "contact_already_exists", contactId: contact.id } };
    expect(await keep({ email: "KARI@example.com" })).toMatchObject({ ...known, json: { field: "email" } });
    expect(await keep({ phone: "+1 202 555 0143" })).toMatchObject({ ...known, json: { field: "phone" } });
    expect((await kept({ phone: "+47 22 42 27 90" })).phone).toBe("+4722422790");
    // Another business knows nobody of them.
    expect((await kept(kari, await api.tenant())).id).not.toBe(contact.id);
  });

  test("are somebody: a name, an address or a number that exists", async () => {
    const wrong = [{}, { note: "Nobody" }, { phone: "12" }, { email: "kari" }, { name: "a\u202Eb" }];
    for (const body of wrong)
      expect(await keep(body)).toMatchObject({ status: 400, json: { code: "invalid_request" } });
  });

  test("stand in the history of the business, and in their table", async () => {
    const { id: contactId } = await kept({ name: "Ola", externalId: "x-1", note: "Window seat" });
    const { events } = expectStatus(await tenant.browser.get("/api/businesses/me/history?type=ContactCreated"), 200);
    expect((events as { data: object }[]).map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ contactId, name: "Ola", note: "Window seat" }),
    );
    await settled(service);
    const { rows } = await service.database.pool.query(
      "SELECT business_id, name, external_id, note FROM read_model.contacts WHERE contact_id = $1",
      [contactId],
    );
    expect(rows).toEqual([{ business_id: tenant.businessId, name: "Ola", external_id: "x-1", note: "Window seat" }]);
  });
});

describe("payments", () => {
  const record = (body: object) => tenant.api.post("/api/v1/payments", body);

  test("are recorded with what was paid, by whom and when, and a reference is used once", async () => {
    const { id: contactId } = await kept({ name: "Nils" });
    const at = "2026-01-02T03:04:05Z";
    const paid = { amount: 1_250, currency: "NOK", contactId, method: "card", paidAt: at } as const;
    const body = { ...paid, reference: "till-1", note: "Lunch" };
    const { payment } = await tenant.api.v1.post("/api/v1/payments", { body });
    expect(payment).toMatchObject({ ...paid, paidAt: "2026-01-02T03:04:05.000Z", reference: "till-1", note: "Lunch" });
    expect(await record({ amount: 1, currency: "EUR", reference: "till-1" })).toMatchObject({
      status: 409,
      json: { code: "payment_already_recorded", paymentId: payment.id },
    });
    expect(await record({ ...paid, contactId: "nobody" })).toMatchObject({
      status: 404,
      json: { code: "contact_not_found" },
    });
  });

  test("are of a whole amount in a currency that there is, and not of the days to come", async () => {
    const ahead = new Date(service.clock.now().getTime() + 90_000_000).toISOString();
    const wrong = [
      { amount: 0, currency: "EUR" },
      { amount: 12.5, currency: "EUR" },
      { amount: 1, currency: "QQQ" },
      { amount: 1, currency: "eur" },
      { amount: 1, currency: "EUR", paidAt: ahead },
      { amount: 1, currency: "EUR", paidAt: "0000-01-01T00:00:00Z" },
      { amount: 1, currency: "EUR", paidAt: "1899-12-31T23:59:59Z" },
    ];
    for (const body of wrong)
      expect(await record(body)).toMatchObject({ status: 400, json: { code: "invalid_request" } });
  });
});

describe("review requests", () => {
  type Asking = Omit<Body<typeof REQUESTS>, "reviewUrl">;
  const reviewUrl = "https://reviews.example/harbour";
  const ask = (body: object, of = tenant) => of.api.post(REQUESTS, { reviewUrl, ...body });
  const made = async (body: Asking, { api: { v1 } } = tenant) =>
    (await v1.post(REQUESTS, { body: { reviewUrl, ...body } })).reviewRequest;
  const listed = async () => (await tenant.api.v1.get(REQUESTS, asking({ limit: 100 }))).reviewRequests;
  const statusOf = async ({ id }: { readonly id: string }) => (await listed()).find((one) => one.id === id)?.status;

  test("that nothing carries are recorded, never sent, and ask nobody twice in thirty days", async () => {
    const kari = { name: "Kari", email: "kari.r@example.com", phone: "+12025550177" };
    const contact = await kept(kari);
    const first = await made({ email: "Kari.R@example.com" });
    expect(first).toMatchObject({ status: "recorded", channel: "email", contactId: contact.id, failureReason: null });
    expect(first.message).toBe(
      `Hello Kari, thank you for choosing Harbour Café. We would be glad to read what you think of us:\n\n${reviewUrl}\n\nYou are written to once, as a customer of Harbour Café.`,
    );
    const again = { status: 409, json: { code: "asked_recently", reviewRequestId: first.id } };
    for (const body of [{ contactId: contact.id, channel: "email" }, { email: "kari.r@example.com" }])
      expect(await ask(body)).toMatchObject(again);
    await settled(service);
    expect(await statusOf(first)).toBe("recorded");
    expect(expectStatus(await (await api.admin()).get("/api/admin/mails"), 200)).toMatchObject({ mails: [] });
    service.clock.leap(30 * 86_400_000);
    expect(await made({ email: "kari.r@example.com" })).toMatchObject({ status: "recorded" });
  });

  test("name one person, who can be reached", async () => {
    for (const body of [{}, { email: "a@example.com", phone: "+12025550177" }])
      expect(await ask(body)).toMatchObject({ status: 400, json: { details: [{ path: "contactId" }] } });
    expect(await ask({ contactId: "nobody" })).toMatchObject({ status: 404, json: { code: "contact_not_found" } });
    expect(await ask({ phone: "+47 22 42 27 90" })).toMatchObject({
      status: 409,
      json: { code: "recipient_not_reachable" },
    });
    expect(await ask({ phone: "+12025550178" })).toMatchObject({
      status: 404,
      json: { code: "phone_number_not_found" },
    });
  });

  test("carry own words to kept contacts alone, and an https address, and know an address by its tags", async () => {
    const own = { email: "per@example.com", message: "Per, how was your lunch?" };
    expect(await ask(own)).toMatchObject({ status: 400, json: { details: [{ path: "message" }] } });
    for (const url of ["http://reviews.example/harbour", "HTTP://reviews.example"])
      expect(await ask({ email: "per@example.com", reviewUrl: url })).toMatchObject({
        status: 400,
        json: { details: [{ path: "reviewUrl" }] },
      });
    const first = await made({ email: "per+1@example.com" });
    expect(first.recipient).toBe("per+1@example.com");
    const again = { status: 409, json: { code: "asked_recently", reviewRequestId: first.id } };
    for (const email of ["per+2@example.com", "per@example.com", "per+1@example.com"])
      expect(await ask({ email })).toMatchObject(again);
    await kept({ email: "pia@example.com" });
    expect((await made({ ...own, email: "pia@example.com" })).message).toContain(own.message);
  });

  test("are as many a day as the plan allows all businesses of an account, beside what it allows each", async () => {
    const busy = await api.tenant();
    const { reviewRequestsPerAccountDaily: limit } = quotas.growth;
    await usedToday(service, busy.accountId, "reviewRequestsPerAccountDaily", limit - 10);
    const all = Array.from({ length: 100 }, (_none, at) => ask({ email: `crowd${at}@example.com` }, busy));
    const replies = await Promise.all(all);
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(10);
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(90);
    for (const { headers } of refused) expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    const asked = all.findIndex((_one, at) => replies[at]?.status === 202);
    // What is refused anyway counts none, and is told why.
    expect(await ask({ email: `crowd${asked}@example.com` }, busy)).toMatchObject({ status: 409 });
  });

  test("a hundred at once are as many as the plan allows in a day, and the others hear when there are more", async () => {
    const crowded = await api.tenant();
    const all = Array.from({ length: 100 }, (_none, at) => ask({ email: `guest${at}@example.com` }, crowded));
    const replies = await Promise.all(all);
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(50);
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(50);
    for (const { json, headers } of refused) {
      expect(json).toMatchObject({ code: "review_request_limit_reached", quota: { limit: 50, used: 50 } });
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    }
    service.clock.leap(86_400_000);
    expect(await made({ email: "guest100@example.com" }, crowded)).toMatchObject({ status: "recorded" });
  });

  describe("where a mail server and a messaging provider carry them", () => {
    let mailbox: Awaited<ReturnType<typeof startMailbox>>;
    beforeAll(async () => {
      mailbox = await startMailbox();
      await service.stop();
      await service.start({ SMTP_URL: mailbox.url, MAIL_FROM: "service@example.com" });
      tenant = await api.tenant({ business: { name: "Harbour Cafe" } });
    });
    afterAll(async () => {
      // It waits for those who keep a connection open, half a minute long.
      await service.stop();
      await mailbox.close();
    });

    test("are sent once by e-mail, and one that its server refuses is told, and counts as asked", async () => {
      await kept({ email: "nils@example.com" });
      const mailed = await made({ email: "nils@example.com", name: "Nils", message: "Nils, how was your lunch?" });
      expect(mailed.status).toBe("queued");
      await settled(service);
      expect(await statusOf(mailed)).toBe("sent");
      expect(mailbox.mails.map(({ to, subject }) => [to, subject])).toEqual([
        ["nils@example.com", "How did you like Harbour Cafe?"],
      ]);
      expect(mailbox.mails[0]?.text).toContain(`Nils, how was your lunch?\n\n${reviewUrl}`);
      mailbox.be("refuses");
      const refused = await made({ email: "ola@example.com" });
      await settled(service);
      expect((await listed()).find(({ id }) => id === refused.id)).toMatchObject({
        status: "failed",
        failureReason: "refused",
      });
      mailbox.be("takes");
      expect(await ask({ email: "ola@example.com" })).toMatchObject({ status: 409, json: { code: "asked_recently" } });
      await settled(service);
      expect(mailbox.mails).toHaveLength(1);
    });

    test("go by text message once the number's registration is approved, and to nobody who wrote STOP", async () => {
      const number = await haveNumber(tenant);
      expect(await ask({ phone: "(415) 555-0150", channel: "sms" })).toMatchObject({
        status: 409,
        json: { code: "sms_compliance_pending" },
      });
      await approve(api, tenant, number.id);
      const siv = { email: "siv@example.com", phone: "(415) 555-0151" };
      await kept(siv);
      const texted = await made({ phone: "(415) 555-0150", name: "Siri" });
      expect(texted).toMatchObject({ status: "queued", channel: "sms", recipient: "+14155550150" });
      await eventually(async () => expect(["sent", "delivered"]).toContain(await statusOf(texted)));
      const { conversations } = expectStatus(await tenant.browser.get("/api/conversations"), 200);
      const [{ id }] = conversations as [{ id: string }];
      const written = async () =>
        expectStatus(await tenant.browser.get(`/api/conversations/${id}/messages`), 200)["messages"];
      expect(await written()).toMatchObject([{ direction: "outbound", body: texted.message }]);
      expect(texted.message).toMatch(/Reply STOP to opt out\.$/);
      await customerWrites(api, { from: "+14155550151", to: number.phoneNumber, body: "STOP" });
      await eventually(async () =>
        expect(await ask({ phone: "(415) 555-0151" })).toMatchObject({
          status: 409,
          json: { code: "recipient_opted_out" },
        }),
      );
      // By whatever way, and by whichever address: to who wrote STOP, no e-mail goes instead.
      for (const body of [
        { email: siv.email },
        { email: siv.email, channel: "email" },
        { phone: siv.phone, channel: "email" },
      ])
        expect(await ask(body)).toMatchObject({ status: 409, json: { code: "recipient_opted_out" } });
    });

    test("say where to be asked no more, and whoever says so there is asked no more, by whichever way", async () => {
      const lise = { email: "lise@example.com", phone: "+12025550188" };
      await kept(lise);
      const { id } = await made({ email: lise.email });
      await settled(service);
      const { unsubscribeUrl, text } = mailbox.mails.find(({ to }) => to === lise.email) ?? {
        unsubscribeUrl: "",
        text: "",
      };
      expect(text).toContain(`To be asked no more: ${unsubscribeUrl}`);
      const path = new URL(unsubscribeUrl).pathname;
      const stranger = api.anonymous;
      const shown = await stranger.get(path);
      expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('<form method="post">')]);
      const declined = async () =>
        expectStatus(await tenant.browser.get("/api/businesses/me/history?type=CustomerUnsubscribed"), 200)["events"];
      expect(await declined()).toEqual([]);
      const click = (to: string, body: FormData | URLSearchParams) =>
        fetch(`${service.url}${to}`, { method: "POST", body });
      const form = new FormData();
      form.set("List-Unsubscribe", "One-Click");
      const clicks = [await click(path, form), await click(path, new URLSearchParams("List-Unsubscribe=One-Click"))];
      // Whatever comes as a body, and however often: the address says it.
      expect([...clicks, await stranger.post(path, {})].map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await declined()).toMatchObject([{ data: { requestId: id } }]);
      service.clock.leap(31 * 86_400_000);
      for (const body of [{ email: lise.email }, { phone: lise.phone }, { email: "lise+again@example.com" }])
        expect(await ask(body)).toMatchObject({ status: 409, json: { code: "recipient_opted_out" } });
      const forged = `${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`;
      expect((await stranger.get(forged)).status).toBe(404);
      expect((await stranger.post(forged, {})).status).toBe(404);
    });
  });
});
