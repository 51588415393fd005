/** The text messages of a business, with a marker in everything that anybody can say in them or about them. */
import { complianceExample } from "../../commands/messaging/compliance-form";
import type { Endpoint } from "../../infra/http/endpoint";
import { expectStatus, type Api, type Browser } from "./api";
import { eventually } from "./eventually";
import { ask, endpointCalled, type Marked } from "./marked-requests";
import { numbersOf } from "./texting";

const CUSTOMER = "+12065550147";
const COMPLIANCE = "/api/businesses/me/phone-compliance";

/** These are asked for here, and in this order: each stands on the one before. */
export const messaging: ReadonlySet<string> = new Set([
  "provision-phone-number",
  "register-phone-compliance",
  "review-sandbox-registration",
  "resubmit-phone-compliance",
  "start-conversation",
  "send-message",
  "change-conversation",
  "write-sandbox-message",
]);

/** A number that reviewers turned down and then approved, and a customer who is written to and answers. */
export async function messaged(life: Marked, api: Api, browser: Browser): Promise<void> {
  const admin = await api.admin();
  const called = (id: string, example: unknown): Endpoint => ({ ...endpointCalled(id), example });
  await ask(life, called("provision-phone-number", { type: "toll_free" }), browser);
  const { id: phoneNumberId, phoneNumber } = await eventually(async () => {
    const had = (await numbersOf({ browser })).find(({ status }) => status === "active");
    if (had === undefined) throw new Error("There is no number yet.");
    return had;
  });
  life.markers.set("a phone number", phoneNumber);
  const form = { ...complianceExample, phoneNumberId };
  const registered = await ask(life, called("register-phone-compliance", form), browser);
  const { id } = registered["registration"] as { id: string };
  const review = async (status: string): Promise<void> => {
    const reviewed = called("review-sandbox-registration", { registrationId: id, status });
    await eventually(() => ask(life, reviewed, admin));
    await eventually(async () => {
      const { registrations } = expectStatus(await browser.get(COMPLIANCE), 200);
      expect(registrations).toMatchObject([{ status }]);
    });
  };
  await review("rejected");
  await ask(life, called("resubmit-phone-compliance", {}), browser, { id });
  await review("approved");
  const start = { phoneNumberId, customerPhone: CUSTOMER };
  const { conversation } = await ask(life, called("start-conversation", start), browser);
  life.markers.set("a customer's phone number", CUSTOMER);
  const conversationId = (conversation as { id: string }).id;
  await ask(life, endpointCalled("send-message"), browser, { id: conversationId });
  const written = called("write-sandbox-message", { from: CUSTOMER, to: phoneNumber });
  await ask(life, written, admin);
  await eventually(async () => {
    const { stats } = expectStatus(await browser.get("/api/conversations"), 200);
    expect(stats).toMatchObject({ unread: 1 });
  });
  await ask(life, called("change-conversation", { read: true }), browser, { id: conversationId });
}
