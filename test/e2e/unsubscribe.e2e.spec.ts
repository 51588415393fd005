/** Whoever gets mails gets no more of their kind by the link of any of them, in one click, and finds the way back. */
import { createApi, expectStatus, type Api, type Tenant } from "../support/api";
import { send, type Reply } from "../support/http-client";
import { startMailbox, type Mailbox, type ReadMail } from "../support/mailbox";
import { startTestService, type TestService } from "../support/service";
import { sighting } from "../support/sightings";
import { settled } from "./settled";

const NOTIFICATIONS = "/api/v1/notifications";
const ONE_CLICK = "List-Unsubscribe=One-Click";

let mailbox: Mailbox;
let service: TestService;
let api: Api;
beforeAll(async () => {
  mailbox = await startMailbox();
  const mail = { SMTP_URL: mailbox.url, MAIL_FROM: "service@example.com" };
  service = await startTestService({ settings: { ...mail, PUBLIC_URL: "https://service.example" } });
  api = createApi(service);
});
afterAll(async () => {
  await service.close();
  await mailbox.close();
});

const mailTo = (address: string): ReadMail => {
  const found = mailbox.mails.filter(({ to }) => to.includes(address)).at(-1);
  if (found === undefined) throw new Error(`Nothing was mailed to ${address}.`);
  return found;
};
/** By the address that the mail has, at this service. */
const pathOf = ({ unsubscribeUrl }: ReadMail): string => new URL(unsubscribeUrl).pathname;
const look = (path: string): Promise<Reply> => api.anonymous.get(path);
/** As a mail program, or the button of a page, sends it. */
const press = (path: string, body = ""): Promise<Reply> => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return send(`${service.url}${path}`, { method: "POST", headers, body });
};
/** As auditors see it, to whom it is told by whom. */
const happened = async ({ businessId }: Tenant, type: string) => {
  const admin = await api.admin();
  return expectStatus(await admin.get(`/api/admin/businesses/${businessId}/events?type=${type}`), 200)["events"];
};

describe("of alerts", () => {
  const rate = async ({ businessId }: Tenant, ...ratings: readonly number[]): Promise<void> => {
    for (const rating of ratings)
      await api.observe(sighting(`of ${businessId}`, service.clock.now(), { listing: { name: "Fjord", rating } }));
    await settled(service);
  };
  const mailsTo = ({ browser }: Tenant) => mailbox.mails.filter(({ to }) => to.includes(browser.email));
  /** A tenant that was mailed of one alert. */
  const mailed = async (): Promise<Tenant> => {
    const tenant = await api.tenant();
    const body = { name: "Fjord Coffee", place_id: `of ${tenant.businessId}` };
    await tenant.api.v1.post("/api/v1/competitors", { body });
    await choose(tenant);
    await rate(tenant, 4, 4.5);
    return tenant;
  };
  const choose = ({ api: { v1 } }: Tenant) =>
    v1.patch(NOTIFICATIONS, { body: { email: { alerts: ["competitor.rating_change"] } } });
  const chosen = async ({ api: { v1 } }: Tenant) => (await v1.get(NOTIFICATIONS)).notifications;

  test("each mail has a link for one click, and whoever follows it is mailed of no more, which the history tells", async () => {
    const [tenant, other] = [await mailed(), await mailed()];
    const mail = mailTo(tenant.browser.email);
    expect(mail.unsubscribeUrl).toMatch(/^https:\/\/service\.example\/unsubscribe\/[\w-]{54}$/);
    expect(mail.unsubscribePost).toBe(ONE_CLICK);
    expect(mail.text).toContain(`To be mailed of no more alerts of Harbour Café: ${mail.unsubscribeUrl}`);
    const path = pathOf(mail);
    // What scans mails follows every link in them.
    const asked = await look(path);
    expect([asked.status, asked.text]).toEqual([200, expect.stringContaining("Mail me no more</button>")]);
    expect(await chosen(tenant)).toMatchObject({ email: { alerts: ["competitor.rating_change"] } });

    const done = await press(path, ONE_CLICK);
    expect([done.status, done.text]).toEqual([200, expect.stringContaining("no more alerts of this business.")]);
    expect((await press(path, ONE_CLICK)).text).toBe(done.text);
    expect((await look(path)).text).toBe(done.text);
    expect(await chosen(tenant)).toMatchObject({ email: { alerts: [], complianceStatus: true } });
    expect(await happened(tenant, "NotificationsChosen")).toMatchObject([
      { data: { email: { alerts: ["competitor.rating_change"] } }, actor: { kind: "api_key" } },
      { data: { email: { alerts: [] } }, actor: { kind: "user", id: "anonymous" } },
    ]);
    for (const one of [tenant, other]) await rate(one, 4.6);
    expect([tenant, other].map((one) => mailsTo(one).length)).toEqual([1, 2]);
  });

  test("an account that chose them again is mailed of them, and its link asks again", async () => {
    const tenant = await mailed();
    const path = pathOf(mailTo(tenant.browser.email));
    expect((await press(path)).status).toBe(200);
    await choose(tenant);
    await rate(tenant, 4.6);
    expect(mailsTo(tenant)).toHaveLength(2);
    expect((await look(path)).text).toContain("Mail me no more</button>");
    // Its way back is among its settings, and nobody else's.
    expect((await press(`${path}/undo`)).status).toBe(404);
  });
});

describe("of requests for reviews", () => {
  const reviewUrl = "https://reviews.example/harbour";
  const REQUESTS = "/api/v1/review-requests";
  const asked = ({ api: { v1 } }: Tenant, email: string) => v1.post(REQUESTS, { body: { email, reviewUrl } });
  const ask = (tenant: Tenant, email: string) => tenant.api.post(REQUESTS, { email, reviewUrl });

  test("whoever wanted no more finds the way back on the same page, is asked again, and can end it again", async () => {
    const tenant = await api.tenant();
    for (const email of ["kari@example.com", "ola@example.com"]) await asked(tenant, email);
    await settled(service);
    const [kari, ola] = [pathOf(mailTo("kari@example.com")), pathOf(mailTo("ola@example.com"))];
    for (const path of [kari, ola]) {
      expect((await look(path)).text).toContain("Ask me no more</button>");
      expect((await press(path, ONE_CLICK)).status).toBe(200);
    }
    service.clock.leap(31 * 86_400_000);
    const optedOut = { status: 409, json: { code: "recipient_opted_out" } };
    expect(await ask(tenant, "kari@example.com")).toMatchObject(optedOut);

    const page = (await look(kari)).text;
    const [, back = ""] = /<form method="post" action="([^"]+)">/.exec(page) ?? [];
    // As a browser does that shows the page at the link.
    const backPath = new URL(back, `https://service.example${kari}`).pathname;
    expect(backPath).toBe(`${kari}/undo`);
    expect(await happened(tenant, "CustomerResubscribed")).toEqual([]);
    const undone = await press(backPath);
    expect([undone.status, undone.text]).toEqual([200, expect.stringContaining("may ask you for a review again")]);
    expect((await press(backPath)).text).toBe(undone.text);
    expect(await happened(tenant, "CustomerResubscribed")).toMatchObject([
      { actor: { kind: "user", id: "anonymous" } },
    ]);
    expect(await ask(tenant, "ola@example.com")).toMatchObject(optedOut);
    await asked(tenant, "kari@example.com");
    await settled(service);
    expect((await look(kari)).text).toContain("Ask me no more</button>");
    expect((await press(pathOf(mailTo("kari@example.com")))).status).toBe(200);
    service.clock.leap(31 * 86_400_000);
    expect(await ask(tenant, "kari@example.com")).toMatchObject(optedOut);
  });

  test("the link of an older mail takes back what was declined by a newer one, which knew more of whom it asked", async () => {
    const tenant = await api.tenant();
    const [email, phone] = ["liv@example.com", "+12025550147"];
    await asked(tenant, email);
    await settled(service);
    const older = pathOf(mailTo(email));
    await tenant.api.v1.post("/api/v1/contacts", { body: { email, phone } });
    service.clock.leap(31 * 86_400_000);
    await asked(tenant, email);
    await settled(service);
    const newer = pathOf(mailTo(email));
    expect(newer).not.toBe(older);

    expect((await press(newer, ONE_CLICK)).status).toBe(200);
    for (const path of [older, newer]) expect((await look(path)).text).toContain("I may be asked again</button>");
    expect((await press(`${older}/undo`)).text).toContain("may ask you for a review again");
    for (const path of [older, newer]) expect((await look(path)).text).toContain("Ask me no more</button>");
    service.clock.leap(31 * 86_400_000);
    expect(await ask(tenant, email)).toMatchObject({ status: 202 });
  });

  test("a link that nobody was given, or one of the other kind of mails, takes nothing back", async () => {
    const tenant = await api.tenant();
    await asked(tenant, "siv@example.com");
    await settled(service);
    const path = pathOf(mailTo("siv@example.com"));
    const forged = `${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`;
    for (const to of [forged, "/unsubscribe/nothing"])
      for (const reply of [await look(to), await press(to), await press(`${to}/undo`)])
        expect([reply.status, reply.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect(await happened(tenant, "CustomerUnsubscribed,CustomerResubscribed")).toEqual([]);
  });
});
