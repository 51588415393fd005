/** Text messages: a number is had and reviewed, a customer is written to and answers. On the stand-in of a provider alone. */
import { isReceiptOf } from "local-business-intelligence-client";
import { complianceExample } from "../../../commands/messaging/compliance-form";
import type { Scene } from "./acts";
import { CallRefused, type Api, type Json } from "./api";
import { until } from "./until";

const COMPLIANCE = "/api/businesses/me/phone-compliance";
const CUSTOMER = "+14155550123";

/** On a running service that carries messages for real, or none at all, nothing is bought and nobody is written to. */
export async function customersAreWrittenTo(scene: Scene): Promise<void> {
  const { progress } = scene;
  const isSandbox = await progress.step("Look who carries text messages", () => chosenProvider(scene));
  if (!isSandbox) return;
  const number = await progress.step("Have a toll-free number", () => hadNumber(scene));
  await progress.step("Write to a customer before it is approved", () => refusedSending(scene, number));
  const registrationId = await progress.step("Register the number for review", () => registered(scene, number));
  await progress.step("Reviewers reject it, with a reason", () => rejected(scene, registrationId));
  await progress.step("Say more, and be approved", () => approved(scene, registrationId));
  await progress.step("Write to the customer", () => written(scene, number));
  await progress.step("The customer answers, read by the API with its receipt", () => answered(scene, number));
}

interface Had {
  readonly id: string;
  readonly phoneNumber: string;
}

async function chosenProvider({ admin }: Scene): Promise<readonly [string, boolean]> {
  const { sms } = await admin.call("GET", "/readyz");
  const isSandbox = (sms as Json | null)?.["sandbox"] === true;
  return [isSandbox ? "the sandbox" : "not the sandbox: this part is left out", isSandbox];
}

async function hadNumber({ owner }: Scene): Promise<readonly [string, Had]> {
  const { phoneNumber: asked } = await owner.call("POST", "/api/phone-numbers", { type: "toll_free" });
  const id = String((asked as Json)["id"]);
  let had: Json = {};
  await until(async () => {
    const { phoneNumbers } = await owner.call("GET", "/api/phone-numbers");
    had = (phoneNumbers as readonly Json[]).find((one) => one["id"] === id) ?? {};
    return had["status"] === "active";
  }, "The number did not become active.");
  const phoneNumber = String(had["phoneNumber"]);
  return [phoneNumber, { id, phoneNumber }];
}

const message = ({ id }: Had): Json => ({
  phoneNumberId: id,
  customerPhone: CUSTOMER,
  customerName: "Kari",
  body: "Your table is ready. Reply STOP to hear no more.",
});

async function refusedSending({ owner }: Scene, number: Had): Promise<readonly [string, undefined]> {
  try {
    await owner.call("POST", "/api/conversations", message(number));
  } catch (error) {
    if (error instanceof CallRefused && error.message.includes('"error":"sms_compliance_pending"'))
      return ["refused: sms_compliance_pending", undefined];
    throw error;
  }
  throw new Error("A message was taken from a number that nobody has approved.");
}

async function registered({ owner }: Scene, { id }: Had): Promise<readonly [string, string]> {
  const { registration } = await owner.call("POST", COMPLIANCE, {
    phoneNumberId: id,
    ...complianceExample,
    useCaseSummary: "Guests hear that their table is ready.",
  });
  const { id: registrationId, status } = registration as Json;
  return [String(status), String(registrationId)];
}

async function rejected(scene: Scene, registrationId: string): Promise<readonly [string, undefined]> {
  const reasons = [{ code: "30489", message: "Say where guests agree to be written to." }];
  await reviewed(scene, registrationId, { status: "rejected", reasons });
  // Its owner reads of it before it is changed: what has become untrue is not told any more.
  await mailed(scene, 1);
  const { rejection } = await registrationOf(scene.owner, registrationId);
  const [reason] = (rejection as { readonly reasons: readonly Json[] }).reasons;
  return [String(reason?.["message"]), undefined];
}

async function approved(scene: Scene, registrationId: string): Promise<readonly [string, undefined]> {
  const { owner, receiver } = scene;
  const { useCaseSummary } = complianceExample;
  await owner.call("PATCH", `${COMPLIANCE}/${registrationId}`, { useCaseSummary });
  await reviewed(scene, registrationId, { status: "approved" });
  const told = ({ type, data }: { type: string; data: Json }) =>
    type === "business.sms_compliance_change" && data["after"] === "approved";
  await receiver.expect(told, "webhook about the approval");
  return [`webhook and ${await mailed(scene, 2)} e-mails`, undefined];
}

/** How many e-mails its owner was sent, once there are so many. */
async function mailed({ admin, businessId }: Scene, many: number): Promise<number> {
  let found = 0;
  await until(async () => {
    const kept = (await admin.call("GET", "/api/admin/mails"))["mails"] as readonly Json[];
    found = kept.filter((mail) => mail["businessId"] === businessId).length;
    return found >= many;
  }, "The e-mail about the verdict was not written.");
  return found;
}

/** A registration reaches its reviewers a moment after it was answered. */
async function reviewed({ owner, admin }: Scene, registrationId: string, verdict: Json): Promise<void> {
  await until(async () => {
    try {
      await admin.call("POST", "/api/admin/sms-sandbox/reviews", { registrationId, ...verdict });
      return true;
    } catch (error) {
      if (error instanceof CallRefused && error.status === 404) return false;
      throw error;
    }
  }, "The registration did not reach its reviewers.");
  await until(
    async () => (await registrationOf(owner, registrationId))["status"] === verdict["status"],
    "The verdict did not come in.",
  );
}

async function registrationOf(owner: Api, registrationId: string): Promise<Json> {
  const { registrations } = await owner.call("GET", COMPLIANCE);
  const found = (registrations as readonly Json[]).find(({ id }) => id === registrationId);
  if (found === undefined) throw new Error(`${registrationId} is not among the registrations.`);
  return found;
}

async function written({ owner }: Scene, number: Had): Promise<readonly [string, undefined]> {
  const { conversation } = await owner.call("POST", "/api/conversations", message(number));
  const path = `/api/conversations/${String((conversation as Json)["id"])}/messages`;
  await until(async () => {
    const { messages } = await owner.call("GET", path);
    return (messages as readonly Json[])[0]?.["status"] === "delivered";
  }, "The message was not delivered.");
  return [`delivered to ${CUSTOMER}`, undefined];
}

async function answered({ admin, client }: Scene, { phoneNumber }: Had): Promise<readonly [string, undefined]> {
  const answer = { from: CUSTOMER, to: phoneNumber, body: "On our way!" };
  await admin.call("POST", "/api/admin/sms-sandbox/messages", answer);
  const open = () => client.get("/api/v1/conversations", { params: { query: { status: "open" } } });
  await until(async () => (await open()).stats.unread === 1, "The answer did not come in.");
  const read = await open();
  if (!isReceiptOf(read)) throw new Error("The receipt is not that of the answer.");
  const told = `${read.conversations[0]?.customerName}: 1 unread`;
  return [`${told}, receipt ${read._receipt.sha256.slice(0, 16)}… verified`, undefined];
}
