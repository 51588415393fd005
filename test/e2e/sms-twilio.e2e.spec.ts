/** The service with Twilio as its carrier: from a number and its verification to a message and its status, by signed callbacks. */
import { createApi, expectStatus, type Api, type Tenant } from "../support/api";
import { completeForm } from "../support/compliance-form";
import { eventually } from "../support/eventually";
import { PUBLIC_URL, startTestService, type TestService } from "../support/service";
import { haveNumber, numbersOf } from "../support/texting";
import { signedForm, signedJson } from "../support/twilio-signing";
import { startTwilioStandIn, type TwilioStandIn } from "../support/twilio-stand-in";
import type { SignedRequest } from "../../infra/http/signed-request";

let standIn: TwilioStandIn;
let service: TestService;
let api: Api;
let tenant: Tenant;
beforeAll(async () => {
  standIn = await startTwilioStandIn(() => service.clock.now());
  standIn.world.numbers = ["+18005550142"];
  service = await startTestService({ settings: standIn.settings });
  api = createApi(service);
  tenant = await api.tenant();
});
afterAll(async () => {
  await service.close();
  await standIn.close();
});

const CUSTOMER = "+12075550123";

async function call({ url, headers, body }: SignedRequest): Promise<{ status: number; text: string }> {
  const sent = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  const response = await fetch(url.replace(PUBLIC_URL, service.url), { method: "POST", headers: sent, body });
  return { status: response.status, text: await response.text() };
}

test("a number is had, verified, written to and answered from, and nothing forged is taken in", async () => {
  const { browser } = tenant;
  const { id: phoneNumberId, phoneNumber } = await haveNumber(tenant);
  const [bought] = standIn.world.of("/IncomingPhoneNumbers");
  const inboundUrl = String(bought?.fields["sms_url"]);
  expect(inboundUrl).toContain(`${PUBLIC_URL}/api/sms/inbound?`);

  const submitted = await browser.post("/api/businesses/me/phone-compliance", { phoneNumberId, ...completeForm });
  expect(expectStatus(submitted, 201)).toMatchObject({ sandbox: false });
  const verification = await eventually(() => {
    const [made] = standIn.world.of("/Tollfree/Verifications");
    if (made === undefined) throw new Error("No verification was made.");
    return Promise.resolve(made);
  });
  const type = "com.twilio.messaging.compliance.toll-free-verification.approved";
  const event = { specversion: "1.0", type, id: "EZ1", data: { tollfreeverificationsid: verification.sid } };
  const told = signedJson(`${PUBLIC_URL}/api/compliance/status-callback`, [event]);
  Object.assign(verification.fields, { status: "TWILIO_APPROVED" });
  expect((await call({ ...told, body: told.body.replace("EZ1", "EZ2") })).status).toBe(401);
  await eventually(async () => {
    expect((await call(told)).status).toBe(204);
    expect((await numbersOf(tenant))[0]?.complianceStatus).toBe("approved");
  });

  const message = {
    MessageSid: `SM${"c".repeat(32)}`,
    From: CUSTOMER,
    To: phoneNumber,
    Body: "Is it ready?",
    NumMedia: "0",
  };
  expect((await call(signedForm(inboundUrl, message, "0".repeat(32)))).status).toBe(401);
  const taken = await call(signedForm(inboundUrl, message));
  expect(taken).toMatchObject({ status: 200, text: expect.stringContaining("<Response/>") as string });
  const conversation = await eventually(async () => {
    const [begun] = expectStatus(await browser.get("/api/conversations"), 200)["conversations"] as { id: string }[];
    if (begun === undefined) throw new Error("There is no conversation yet.");
    return begun;
  });

  expectStatus(await browser.post(`/api/conversations/${conversation.id}/messages`, { body: "It is." }), 202);
  const sent = await eventually(() => {
    const [one] = standIn.world.of("/Messages");
    if (one === undefined) throw new Error("Nothing was sent.");
    return Promise.resolve(one);
  });
  expect(sent.fields).toMatchObject({ from: phoneNumber, to: CUSTOMER, body: "It is." });
  const statusIs = (MessageStatus: string, ErrorCode: string, expected: object) =>
    eventually(async () => {
      const fields = { MessageSid: sent.sid, MessageStatus, ErrorCode };
      expect((await call(signedForm(String(sent.fields["status_callback"]), fields))).status).toBe(204);
      const listed = expectStatus(await browser.get(`/api/conversations/${conversation.id}/messages`), 200)["messages"];
      expect(listed).toMatchObject([
        { body: "It is.", ...expected },
        { body: "Is it ready?", status: "received" },
      ]);
    });
  const optedOut = { status: "failed", failure: { reason: "recipient_opted_out", code: "21610" } };
  await statusIs("undelivered", "21610", optedOut);
  const refused = await browser.post(`/api/conversations/${conversation.id}/messages`, { body: "And?" });
  expect(expectStatus(refused, 409)).toMatchObject({ code: "recipient_opted_out" });
  // The carrier had taken it for undelivered too early.
  await statusIs("delivered", "", { status: "delivered", failure: null });
  expect(standIn.world.of("/Messages")).toHaveLength(1);
});

test("the calls are metrics", async () => {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  expect(text).toMatch(/sms_provider_calls_total\{operation="provision",outcome="answered"\} \d/);
});
