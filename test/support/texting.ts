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

interface Listed {
  readonly id: string;
  readonly phoneNumberId: string;
  readonly status: string;
}

/** The id of its registration, which is submitted, where it was not, and lies with the reviewers. */
export async function underReview(
  api: Api,
  { browser }: Pick<Tenant, "browser">,
  phoneNumberId: string,
): Promise<string> {
  const path = "/api/businesses/me/phone-compliance";
  const { registrations } = expectStatus(await browser.get(path), 200) as { registrations: readonly Listed[] };
  const known = registrations.find((one) => one.phoneNumberId === phoneNumberId);
  const body = { phoneNumberId, ...completeForm };
  const submitted = async () => expectStatus(await browser.post(path, body), 201)["registration"] as Listed;
  const { id: registrationId, status } = known ?? (await submitted());
  if (status !== "pending_review") expectStatus(await browser.patch(`${path}/${registrationId}`, completeForm), 200);
  const admin = await api.admin();
  await eventually(async () => {
    const looked = { registrationId, status: "pending_review" };
    expectStatus(await admin.post("/api/admin/sms-sandbox/reviews", looked), 202);
  });
  return registrationId;
}

/** Its registration is submitted, and reviewers let it pass; a number is approved once. */
export async function approve(api: Api, { browser }: Pick<Tenant, "browser">, phoneNumberId: string): Promise<void> {
  const known = (await numbersOf({ browser })).find(({ id }) => id === phoneNumberId);
  if (known?.complianceStatus === "approved") return;
  const review = { registrationId: await underReview(api, { browser }, phoneNumberId), status: "approved" };
  expectStatus(await (await api.admin()).post("/api/admin/sms-sandbox/reviews", review), 202);
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

interface Begun {
  readonly id: string;
  readonly phoneNumberId: string;
}

/** A conversation that a customer began, at a number that the business has, or else gets. */
export async function haveConversation(api: Api, tenant: Tenant, from = "+14155550123"): Promise<Begun> {
  const had = (await numbersOf(tenant)).find(({ status }) => status === "active");
  const number = had ?? (await haveNumber(tenant));
  await customerWrites(api, { from, to: number.phoneNumber, body: "Is my table ready?" });
  return eventually(async () => {
    const listed = expectStatus(await tenant.browser.get("/api/conversations"), 200)["conversations"];
    const begun = (listed as (Begun & { customerPhone: string })[]).find(
      ({ phoneNumberId, customerPhone }) => phoneNumberId === number.id && customerPhone === from,
    );
    if (begun === undefined) throw new Error("There is no conversation yet.");
    return begun;
  });
}
