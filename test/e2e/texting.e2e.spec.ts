/** Writing to customers end to end, through the stand-in of the messaging provider: what is sent, received, refused and told. */
import { createApi, expectStatus, type Api, type Tenant } from "../support/api";
import { eventually } from "../support/eventually";
import { signedBySandbox } from "../support/sandbox-callbacks";
import { startTestService, type TestService } from "../support/service";
import { approve, customerWrites, haveNumber, type Held } from "../support/texting";

const CUSTOMER = "+14155550123";
const ASKED = "Is a table for two free tonight?";

interface Message {
  readonly id: string;
  readonly direction: string;
  readonly body: string;
  readonly status: string;
  readonly automatic: boolean;
}
interface Conversation {
  readonly id: string;
  readonly status: string;
  readonly unreadCount: number;
  readonly optedOut: boolean;
}

let service: TestService;
let api: Api;
let tenant: Tenant;
let number: Held;
beforeAll(async () => {
  service = await startTestService({ settings: { SMS_PROVIDER: "sandbox" } });
  api = createApi(service);
  tenant = await api.tenant();
  number = await haveNumber(tenant);
}, 60_000);
afterAll(() => service.close());

const start = (customerPhone: string, more: object = {}) =>
  tenant.browser.post("/api/conversations", { phoneNumberId: number.id, customerPhone, body: "Hello!", ...more });
const send = (id: string, body: string) => tenant.browser.post(`/api/conversations/${id}/messages`, { body });
const change = (id: string, changes: object) => tenant.browser.patch(`/api/conversations/${id}`, changes);

async function begun(customerPhone: string): Promise<Conversation> {
  const { conversation } = expectStatus(await start(customerPhone), 201);
  return conversation as Conversation;
}
async function conversation(id: string): Promise<Conversation> {
  const listed = expectStatus(await tenant.browser.get("/api/conversations"), 200)["conversations"];
  const found = (listed as readonly Conversation[]).find((one) => one.id === id);
  if (found === undefined) throw new Error("The conversation is not listed.");
  return found;
}
/** The oldest first, in words. */
async function written(id: string): Promise<readonly string[]> {
  const { messages } = expectStatus(await tenant.browser.get(`/api/conversations/${id}/messages`), 200);
  return (messages as readonly Message[])
    .map(({ direction, status, body }) => `${direction} ${status}: ${body}`)
    .reverse();
}
const writtenIs = (id: string, ...expected: readonly string[]) =>
  eventually(async () => expect(await written(id)).toEqual(expected));

/** Hands in what the provider would, and what stands in its answer. */
function handIn(path: string, callback: object) {
  const body = JSON.stringify(callback);
  return api.anonymous.send("POST", path, { headers: signedBySandbox(path, body), body });
}
const inboundPath = ({ business = tenant.businessId, held = number.id } = {}) =>
  `/api/sms/inbound?business=${business}&number=${held}`;
const inbound = (id: string, more: object = {}) => ({
  ...{ kind: "inbound", id, from: CUSTOMER, to: number.phoneNumber, body: ASKED },
  ...more,
});

test("nothing is sent before the number is approved, and the answer says where its registration stands", async () => {
  const error = "sms_compliance_pending";
  expect(expectStatus(await start(CUSTOMER), 409)).toMatchObject({ error, code: error, complianceStatus: null });
  const registered = { phoneNumberId: number.id, asDraft: true };
  expectStatus(await tenant.browser.post("/api/businesses/me/phone-compliance", registered), 201);
  expect(expectStatus(await start(CUSTOMER), 409)).toMatchObject({ error, complianceStatus: "draft" });
  expect(expectStatus(await tenant.browser.get("/api/conversations"), 200)).toMatchObject({ conversations: [] });
});

test("a plan without numbers and messages is told which one has them", async () => {
  await api.setPlan(tenant.accountId, "free");
  const replies = [
    await tenant.browser.post("/api/phone-numbers", { type: "toll_free" }),
    await start(CUSTOMER),
    await send("any", "Hello!"),
  ];
  await api.setPlan(tenant.accountId, "growth");
  const refused = { code: "insufficient_plan", requiredPlan: "growth" };
  for (const reply of replies) expect(expectStatus(reply, 403)).toMatchObject(refused);
});

describe("from an approved number", () => {
  beforeAll(async () => {
    tenant = await api.tenant();
    number = await haveNumber(tenant);
    await approve(api, tenant, number.id);
  });

  test("a customer is written to and answers, in one conversation that is read, closed and open again", async () => {
    const started = expectStatus(await start("(415) 555-0123", { customerName: "Kari" }), 201);
    expect(started).toMatchObject({
      conversation: { customerPhone: CUSTOMER, customerName: "Kari", status: "open", unreadCount: 0, optedOut: false },
      message: { direction: "outbound", status: "queued", body: "Hello!", failure: null, automatic: false },
      sandbox: true,
    });
    const { id } = started["conversation"] as Conversation;
    await writtenIs(id, "outbound delivered: Hello!");
    await customerWrites(api, { from: CUSTOMER, to: number.phoneNumber, body: ASKED });
    await writtenIs(id, "outbound delivered: Hello!", `inbound received: ${ASKED}`);
    expect(await conversation(id)).toMatchObject({ unreadCount: 1, status: "open" });
    const closed = expectStatus(await change(id, { status: "closed", read: true, customerName: null }), 200);
    expect(closed).toMatchObject({
      conversation: { status: "closed", unreadCount: 0, customerName: null },
      sandbox: true,
    });
    expect(expectStatus(await send(id, "It is."), 202)).toMatchObject({
      message: { status: "queued", body: "It is.", direction: "outbound" },
      sandbox: true,
    });
    await writtenIs(id, ...["outbound delivered: Hello!", `inbound received: ${ASKED}`, "outbound delivered: It is."]);
    expect(await conversation(id)).toMatchObject({ status: "open" });
  });

  test("who wrote STOP is answered once and written to no more, until they write START", async () => {
    const { id } = await begun("+14155550124");
    const says = (body: string) => customerWrites(api, { from: "+14155550124", to: number.phoneNumber, body });
    await says("“Stop” 🛑");
    const goodbye = "Harbour Café: you will receive no more messages. Reply START to receive them again.";
    const sofar = ["outbound delivered: Hello!", "inbound received: “Stop” 🛑", `outbound delivered: ${goodbye}`];
    await writtenIs(id, ...sofar);
    expect(await conversation(id)).toMatchObject({ optedOut: true });
    expect(expectStatus(await send(id, "One more thing"), 409)).toMatchObject({ code: "recipient_opted_out" });
    expect(expectStatus(await start("+14155550124"), 409)).toMatchObject({ code: "recipient_opted_out" });
    await says("unstop");
    await eventually(async () => expect(await conversation(id)).toMatchObject({ optedOut: false }));
    expectStatus(await send(id, "Welcome back"), 202);
    await eventually(async () => expect(await written(id)).toContain("outbound delivered: Welcome back"));
  });

  test("what the provider tells again changes nothing, and a text that cannot be stored is kept without what cannot", async () => {
    for (let time = 0; time < 2; time += 1)
      expect(
        (await handIn(inboundPath(), inbound("once", { from: "+14155550125", body: "Tab\0le\ud800?" }))).status,
      ).toBe(200);
    const listed = expectStatus(await tenant.browser.get("/api/conversations"), 200)["conversations"];
    const [found] = (listed as readonly (Conversation & { customerPhone: string })[]).filter(
      ({ customerPhone }) => customerPhone === "+14155550125",
    );
    expect(found).toMatchObject({ unreadCount: 1, status: "open" });
    await writtenIs(found?.id ?? "", "inbound received: Tab\uFFFDle\uFFFD?");
  });

  test("a status of no message that is known changes nothing, and one of an unknown business is 404", async () => {
    const status = { kind: "status", id: "nobody-s", status: "delivered" };
    const path = (business: string) => `/api/sms/status?business=${business}&message=nobody-s`;
    expectStatus(await handIn(path(tenant.businessId), status), 204);
    expect(expectStatus(await handIn(path("nobody"), status), 404)).toMatchObject({ code: "business_not_found" });
  });

  test("what is for nobody's number is recorded nowhere", async () => {
    const other = await api.tenant();
    const before = await service.running.engines.log.head();
    expectStatus(await handIn(inboundPath({ business: "nobody" }), inbound("lost-1")), 404);
    expectStatus(await handIn(inboundPath({ held: "nobody" }), inbound("lost-2")), 404);
    expectStatus(await handIn(inboundPath({ business: other.businessId }), inbound("lost-3")), 404);
    expectStatus(await handIn(inboundPath(), inbound("lost-4", { to: "+18005550199" })), 404);
    expect(await service.running.engines.log.head()).toBe(before);
  });

  test("a customer's phone is one of the United States or Canada, and a message has words, not too many", async () => {
    for (const phone of ["12345", "+442079460958", "+19005550100", "+18005550123", "+1 415 555 0123 ext. 7"])
      expect(expectStatus(await start(phone), 400)).toMatchObject({ details: [{ path: "customerPhone" }] });
    for (const body of [" \n ", "x".repeat(1_601), "\u202Etxet"])
      expect(expectStatus(await start(CUSTOMER, { body }), 400)).toMatchObject({ details: [{ path: "body" }] });
    const { id } = await begun("+14165550123");
    expectStatus(await send(id, "x".repeat(1_600)), 202);
  });

  test("numbers and conversations of others are not there", async () => {
    const { id } = await begun("+14155550126");
    const other = await api.tenant();
    const own = { customerPhone: CUSTOMER, body: "Hello!" };
    const foreign = await other.browser.post("/api/conversations", { ...own, phoneNumberId: number.id });
    expect(expectStatus(foreign, 404)).toMatchObject({ code: "phone_number_not_found" });
    for (const reply of [
      await other.browser.post(`/api/conversations/${id}/messages`, { body: "Hello!" }),
      await other.browser.patch(`/api/conversations/${id}`, { read: true }),
    ])
      expect(expectStatus(reply, 404)).toMatchObject({ code: "conversation_not_found" });
  });

  test("a message that is asked for again under the same key is sent once", async () => {
    const { id } = await begun("+14155550127");
    const headers = { "idempotency-key": "once-and-no-more" };
    const path = `/api/conversations/${id}/messages`;
    const first = await tenant.browser.post(path, { body: "Once" }, headers);
    expect(expectStatus(await tenant.browser.post(path, { body: "Once" }, headers), 202)).toEqual(
      expectStatus(first, 202),
    );
    await writtenIs(id, "outbound delivered: Hello!", "outbound delivered: Once");
  });

  test("a deleted business that can be restored has received what customers wrote meanwhile, and answered nobody", async () => {
    const { id } = await begun("+14155550129");
    await writtenIs(id, "outbound delivered: Hello!");
    expectStatus(await tenant.browser.delete("/api/businesses/me/delete"), 200);
    const stop = inbound("while-deleted", { from: "+14155550129", body: "STOP" });
    expect((await handIn(inboundPath(), stop)).status).toBe(200);
    expectStatus(await tenant.browser.post("/api/businesses/me/restore"), 200);
    await writtenIs(id, "outbound delivered: Hello!", "inbound received: STOP");
    expect(await conversation(id)).toMatchObject({ optedOut: true, unreadCount: 1 });
  });
});
