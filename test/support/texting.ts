/** What texting begins with, over HTTP and with the stand-in of the messaging provider: a number, its approval, a customer who writes. */
import { expectStatus, type Api, type Tenant } from "./api";
import { completeForm } from "./compliance-form";
import { eventually } from "./eventually";

export interface Held {
  readonly id: string;
  readonly phoneNumber: string;
}
type ListedNumber = Held & { readonly status: string; readonly complianceStatus: string | null };

export async function numbersOf({ browser }: Pick<Tenant, "browser">): Promise<readonly ListedNumber[]> {
  return expectStatus(await browser.get("/api/phone-numbers"), 200)["phoneNumbers"] as ListedNumber[];
}

/** A number that the provider has assigned. */
export async function haveNumber(tenant: Pick<Tenant, "browser">, type = "toll_free"): Promise<Held> {
  const asked = expectStatus(await tenant.browser.post("/api/phone-numbers", { type }), 202)["phoneNumber"] as Held;
  return eventually(async () => {
    const number = (await numbersOf(tenant)).find(({ id }) => id === asked.id);
    if (number?.status !== "active") throw new Error(`The number is ${number?.status ?? "not there"}.`);
    return { id: number.id, phoneNumber: number.phoneNumber };
  });
}

/** Its registration is submitted, and reviewers let it pass. */
export async function approve(api: Api, { browser }: Pick<Tenant, "browser">, phoneNumberId: string): Promise<void> {
  const body = { phoneNumberId, ...completeForm };
  const submitted = expectStatus(await browser.post("/api/businesses/me/phone-compliance", body), 201);
  const { id: registrationId } = submitted["registration"] as { id: string };
  const admin = await api.admin();
  await eventually(async () => {
    const review = { registrationId, status: "approved" };
    expectStatus(await admin.post("/api/admin/sms-sandbox/reviews", review), 202);
  });
  await eventually(async () => {
    const number = (await numbersOf({ browser })).find(({ id }) => id === phoneNumberId);
    if (number?.complianceStatus !== "approved") throw new Error(`It is ${number?.complianceStatus ?? "nothing"}.`);
  });
}

/** A customer's phone writes to a number. */
export async function customerWrites(api: Api, message: { from: string; to: string; body: string }): Promise<void> {
  const admin = await api.admin();
  expectStatus(await admin.post("/api/admin/sms-sandbox/messages", message), 202);
}

/** A conversation that a customer began; gives its id. */
export async function haveConversation(api: Api, tenant: Tenant, from = "+14155550123"): Promise<string> {
  const { phoneNumber: to } = await haveNumber(tenant);
  await customerWrites(api, { from, to, body: "Is my table ready?" });
  return eventually(async () => {
    const listed = expectStatus(await tenant.browser.get("/api/conversations"), 200)["conversations"];
    const [conversation] = listed as { id: string }[];
    if (conversation === undefined) throw new Error("There is no conversation yet.");
    return conversation.id;
  });
}
