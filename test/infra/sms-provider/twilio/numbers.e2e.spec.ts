/** Numbers are bought once for each id, and given back with what they cost by the month. */
import type { WantedNumber } from "../../../../infra/sms-provider/sms-provider";
import { completeForm, faultOf, NUMBER_SID, openTwilioStage, Registrant, type TwilioStage } from "./twilio-stage";

let stage: TwilioStage;
beforeEach(async () => {
  stage = await openTwilioStage();
  stage.standIn.world.numbers = ["+18005550101", "+18335550102", "+12125550103"];
});
afterEach(() => stage.close());

const wanted: WantedNumber = {
  phoneNumberId: "number-1",
  businessId: "business-1",
  kind: "toll_free",
  country: "US",
  areaCode: null,
  inboundUrl: "https://service.example/api/sms/inbound?business=business-1&number=number-1",
};
const bought = () => stage.standIn.world.of("/IncomingPhoneNumbers");

test("a toll-free number is searched among those that can text, and bought with the address for its messages", async () => {
  const { phoneNumber, providerNumberId } = await stage.sms.provisionNumber(wanted);
  expect(phoneNumber).toBe("+18005550101");
  const search = stage.standIn.requests.find(({ path }) => path.includes("AvailablePhoneNumbers"));
  expect(search?.path).toMatch(/\/US\/TollFree$/);
  expect(search?.query.get("SmsEnabled")).toBe("true");
  expect(bought()[0]?.fields).toMatchObject({
    sid: providerNumberId,
    friendly_name: "sms-number-1",
    sms_url: wanted.inboundUrl,
    sms_method: "POST",
  });
});

test("a local number is had by its area code", async () => {
  const { phoneNumber } = await stage.sms.provisionNumber({ ...wanted, kind: "local", areaCode: "212" });
  expect(phoneNumber).toBe("+12125550103");
});

test("asked again under the same id, also after the answer was lost, the same number is given and none is bought beside it", async () => {
  stage.standIn.misbehaveAt("POST /IncomingPhoneNumbers", { lost: true });
  expect((await faultOf(stage.sms.provisionNumber(wanted))).fault).toBe("unavailable");
  const number = await stage.sms.provisionNumber(wanted);
  expect(await stage.sms.provisionNumber(wanted)).toEqual(number);
  expect(await stage.sms.findNumber("number-1")).toEqual(number);
  expect(bought()).toHaveLength(1);
});

test("a number that is found again is told the address of today", async () => {
  await stage.sms.provisionNumber(wanted);
  await stage.sms.provisionNumber({ ...wanted, inboundUrl: "https://moved.example/api/sms/inbound" });
  expect(bought()[0]?.fields["sms_url"]).toBe("https://moved.example/api/sms/inbound");
});

test("a number that somebody else takes in the meantime is passed over", async () => {
  stage.standIn.world.taken.add("+18005550101");
  expect((await stage.sms.provisionNumber(wanted)).phoneNumber).toBe("+18335550102");
});

test("where there is no number, or all are taken, none is available", async () => {
  expect((await faultOf(stage.sms.provisionNumber({ ...wanted, areaCode: "907" }))).fault).toBe("none_available");
  for (const number of stage.standIn.world.numbers) stage.standIn.world.taken.add(number);
  expect((await faultOf(stage.sms.provisionNumber(wanted))).fault).toBe("none_available");
  expect(bought()).toHaveLength(0);
});

test("a number that is no number is not taken for one", async () => {
  stage.standIn.misbehaveAt("POST /IncomingPhoneNumbers", {
    status: 201,
    body: { sid: NUMBER_SID, phone_number: "soon" },
  });
  expect((await faultOf(stage.sms.provisionNumber(wanted))).fault).toBe("unavailable");
});

test("nobody's number is found under an id", async () => {
  expect(await stage.sms.findNumber("number-9")).toBeNull();
});

test("a number is given back once, and one that is gone already is no fault", async () => {
  const { providerNumberId } = await stage.sms.provisionNumber(wanted);
  await stage.sms.releaseNumber(providerNumberId);
  await stage.sms.releaseNumber(providerNumberId);
  expect(bought()).toHaveLength(0);
});

test("with a number its messaging service and campaign go, and no other number's", async () => {
  const { world } = stage.standIn;
  const registrant = new Registrant(stage.sms, "a2p_10dlc", completeForm);
  await registrant.advance();
  for (const name of ["/CustomerProfiles", "/TrustProducts"]) stage.say(name, { status: "twilio-approved" });
  await registrant.advance(false);
  stage.say("/BrandRegistrations", { status: "APPROVED" });
  await registrant.advance(false);
  expect(world.of("/Compliance/Usa2p")).toHaveLength(1);
  await stage.sms.releaseNumber(`PN${"3".repeat(32)}`);
  expect(world.of("/Services")).toHaveLength(1);
  await stage.sms.releaseNumber(NUMBER_SID);
  expect(world.of("/Services")).toHaveLength(0);
  expect(world.of("/Compliance/Usa2p")).toHaveLength(0);
});
