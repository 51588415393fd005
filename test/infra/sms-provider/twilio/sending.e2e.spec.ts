/** A message is sent once, also where nobody heard whether it was. */
import type { OutgoingSms } from "../../../../infra/sms-provider/sms-provider";
import { faultOf, openTwilioStage, type TwilioStage } from "./twilio-stage";

const MESSAGES = "POST /Messages";

let stage: TwilioStage;
beforeEach(async () => {
  stage = await openTwilioStage();
});
afterEach(() => stage.close());

const message: OutgoingSms = {
  messageId: "message-1",
  businessId: "business-1",
  from: "+18005550101",
  to: "+12075550123",
  body: "Your table is ready & warm – välkommen!",
  statusUrl: "https://service.example/api/sms/status?business=business-1&message=message-1",
  firstTriedAt: null,
  knownProviderIds: [],
};
const sent = () => stage.standIn.world.of("/Messages");

test("a message goes out as it is, and its status comes back to the address given", async () => {
  const { providerMessageId } = await stage.sms.send(message);
  expect(sent()).toHaveLength(1);
  const { from, to, body, statusUrl } = message;
  expect(sent()[0]?.fields).toMatchObject({ sid: providerMessageId, from, to, body, status_callback: statusUrl });
});

test("after an answer that was lost, the message that Twilio has is taken", async () => {
  const firstTriedAt = stage.clock.now();
  stage.standIn.misbehaveAt(MESSAGES, { lost: true });
  expect((await faultOf(stage.sms.send(message))).fault).toBe("unavailable");
  await stage.clock.advance(5_000);
  const { providerMessageId } = await stage.sms.send({ ...message, firstTriedAt });
  expect(sent().map(({ sid }) => sid)).toEqual([providerMessageId]);
});

test("what an earlier attempt brought is found, and nothing is sent", async () => {
  const firstTriedAt = stage.clock.now();
  expect(await stage.sms.findSent({ ...message, firstTriedAt })).toBeNull();
  const sid = await stage.sms.send(message);
  expect(await stage.sms.findSent({ ...message, firstTriedAt })).toEqual(sid);
  expect(await stage.sms.findSent(message)).toBeNull();
  expect(sent()).toHaveLength(1);
});

test("the same words again are not taken for those that were sent just before", async () => {
  const { providerMessageId } = await stage.sms.send(message);
  const again = { ...message, messageId: "message-2", firstTriedAt: stage.clock.now() };
  const second = await stage.sms.send({ ...again, knownProviderIds: [providerMessageId] });
  expect(sent().map(({ sid }) => sid)).toEqual(expect.arrayContaining([providerMessageId, second.providerMessageId]));
  expect(sent()).toHaveLength(2);
});

test("after an attempt that never arrived, it is sent", async () => {
  const firstTriedAt = stage.clock.now();
  stage.standIn.misbehaveAt(MESSAGES, { status: 503 });
  expect((await faultOf(stage.sms.send(message))).fault).toBe("unavailable");
  await stage.sms.send({ ...message, firstTriedAt });
  expect(sent()).toHaveLength(1);
});

test.each<[string, Partial<OutgoingSms>]>([
  ["to somebody else", { to: "+12075550199" }],
  ["with other words", { body: "Your table is gone." }],
  ["from another number", { from: "+18335550102" }],
])("an earlier message %s is another message", async (_, other) => {
  const firstTriedAt = stage.clock.now();
  await stage.sms.send({ ...message, ...other });
  await stage.sms.send({ ...message, firstTriedAt });
  expect(sent()).toHaveLength(2);
});

test("the same words from before the first attempt are another message", async () => {
  await stage.sms.send(message);
  await stage.clock.advance(60_000);
  await stage.sms.send({ ...message, firstTriedAt: stage.clock.now() });
  expect(sent()).toHaveLength(2);
});

test("the same words that a customer sent are another message", async () => {
  await stage.sms.send(message);
  stage.say("/Messages", { direction: "inbound" });
  await stage.sms.send({ ...message, firstTriedAt: stage.clock.now() });
  expect(sent()).toHaveLength(2);
});

test("whoever told Twilio to hear no more has opted out", async () => {
  stage.standIn.world.optedOut.add(message.to);
  expect(await faultOf(stage.sms.send(message))).toMatchObject({ fault: "opted_out", code: "21610" });
});

test.each([
  [400, 21211, "refused"],
  [404, 20404, "refused"],
  [400, 21408, "refused"],
  [401, 20003, "unavailable"],
  [429, 20429, "unavailable"],
  [503, 20500, "unavailable"],
])("status %i with code %i is %s", async (status, code, fault) => {
  stage.standIn.misbehave({ status, body: { code, message: `not to ${message.to}`, more_info: "", status } });
  const error = await faultOf(stage.sms.send(message));
  expect(error).toMatchObject({ fault, code: status < 500 ? String(code) : null });
  expect(error.message).not.toContain(message.to);
});
