/** Twilio in trouble: bounded in time and size, left alone after a while, and never a secret in what is said of it. */
import { inspect } from "node:util";
import type { SmsProviderError } from "../../../../infra/sms-provider/sms-provider";
import { TWILIO_TOKEN } from "../../../support/twilio-stand-in";
import { completeForm, faultOf, openTwilioStage, Registrant, type TwilioStage } from "./twilio-stage";

let stage: TwilioStage;
afterEach(() => stage.close());

const release = () => stage.sms.releaseNumber(`PN${"4".repeat(32)}`);

test("an answer that does not come in time is a fault", async () => {
  stage = await openTwilioStage({ deadlineMs: 100 });
  stage.standIn.misbehave({ delayMs: 5_000 });
  expect(await faultOf(release())).toMatchObject({
    fault: "unavailable",
    message: expect.stringContaining("timeout") as string,
  });
});

test.each<[string, { status?: number; body?: unknown; lost?: true }]>([
  ["is cut off", { lost: true }],
  ["is no JSON", { status: 200, body: "<html>" }],
  ["is a number", { status: 200, body: "7" }],
  ["has no list", { status: 200, body: {} }],
  ["has a list of something else", { status: 200, body: { services: [null], meta: {} } }],
  ["points elsewhere", { status: 302, body: "" }],
  ["is far too long", { status: 200, body: JSON.stringify({ services: ["x".repeat(3_000_000)] }) }],
])("an answer that %s is a fault of the port", async (_, misbehaviour) => {
  stage = await openTwilioStage();
  stage.standIn.misbehave(misbehaviour);
  expect((await faultOf(release())).fault).toBe("unavailable");
});

test("where Twilio keeps failing it is left alone, and asked again after a while", async () => {
  const states: string[] = [];
  stage = await openTwilioStage({ onCircuit: (state) => states.push(state) });
  stage.standIn.misbehaveAlways({ status: 503 });
  for (let asked = 0; asked < 15; asked += 1) await faultOf(release());
  expect(stage.standIn.requests).toHaveLength(10);
  expect(states).toEqual(["open"]);
  stage.standIn.misbehaveAlways(null);
  await stage.clock.advance(30_000);
  await release();
  expect(states).toEqual(["open", "probing", "closed"]);
});

test("refusals do not make Twilio one that is in trouble", async () => {
  stage = await openTwilioStage();
  stage.standIn.misbehaveAlways({ status: 400, body: { code: 20001, message: "No." } });
  for (let asked = 0; asked < 15; asked += 1) await faultOf(release());
  expect(stage.standIn.requests).toHaveLength(15);
});

test("every call is counted by what it was for and how it ended", async () => {
  stage = await openTwilioStage();
  await release();
  stage.standIn.misbehave({ status: 400, body: {} }, { status: 500 });
  await faultOf(stage.sms.findNumber("number-1"));
  await faultOf(stage.sms.findNumber("number-1"));
  expect(stage.calls).toEqual([
    { operation: "release", outcome: "answered" },
    { operation: "release", outcome: "refused" },
    { operation: "provision", outcome: "refused" },
    { operation: "provision", outcome: "unavailable" },
  ]);
});

test("the credentials go to Twilio's own hosts alone, also where a list goes on elsewhere", async () => {
  stage = await openTwilioStage();
  const meta = { key: "services", next_page_url: "https://messaging.twilio.com.evil.example/v1/Services?Page=1" };
  stage.standIn.misbehave({ status: 200, body: { services: [{ sid: "x" }], meta } });
  expect(await faultOf(release())).toMatchObject({
    fault: "unavailable",
    message: expect.stringContaining("not its own") as string,
  });
  expect(stage.standIn.requests).toHaveLength(1);
});

test("a list goes on over its pages", async () => {
  stage = await openTwilioStage();
  const registrant = new Registrant(stage.sms, "a2p_10dlc", completeForm);
  await registrant.advance();
  for (const name of ["/CustomerProfiles", "/TrustProducts"]) stage.say(name, { status: "twilio-approved" });
  registrant.keepsLeft = 0;
  await expect(registrant.advance(false)).rejects.toThrow("The process died.");
  const [brand] = stage.standIn.world.of("/BrandRegistrations");
  if (brand === undefined) throw new Error("No brand was made.");
  // The list begins with the newest.
  for (let other = 0; other < 150; other += 1) {
    const sid = `BN${String(other).padStart(32, "9")}`;
    const fields = { ...brand.fields, sid, customer_profile_bundle_sid: `BU${"8".repeat(32)}` };
    stage.standIn.world.resources.push({ ...brand, sid, fields });
  }
  registrant.keepsLeft = 9;
  await registrant.advance(false);
  expect(registrant.references["brand"]).toBe(brand.sid);
  expect(stage.standIn.written().filter((one) => one.endsWith("/BrandRegistrations"))).toHaveLength(1);
});

test("no fault holds the token, or what was sent, however it is looked at", async () => {
  stage = await openTwilioStage();
  const registrant = new Registrant(stage.sms, "toll_free_verification", completeForm);
  const echo = `${TWILIO_TOKEN} of ${completeForm.businessContactPhone}`;
  const faults: SmsProviderError[] = [];
  for (const status of [401, 404, 429, 500, 200]) {
    stage.standIn.misbehave({ status, body: { code: echo, message: echo, sid: echo } });
    faults.push(await faultOf(registrant.advance()));
  }
  const said = inspect(faults, { depth: 10, showHidden: true }) + faults.map(({ stack }) => stack).join("");
  for (const secret of [TWILIO_TOKEN, Buffer.from(TWILIO_TOKEN).toString("base64").slice(4, 30), "+12075550123"])
    expect(said).not.toContain(secret);
});
