/** What goes into a bundle: end users and the address, made once, and brought up to date in each episode that hands them in. */
import type { SubmittedRegistration } from "../../sms-provider";
import type { Kept } from "../kept";
import type { Sdk } from "../sdk";
import { sidIn } from "../values";
import { profileEndUsers, trustEndUsers, type EndUserForm } from "./bundle-forms";
import type { Plan } from "./plan";

export interface Making {
  readonly sdk: Sdk;
  readonly registration: SubmittedRegistration;
  readonly kept: Kept;
  readonly plan: Plan;
}

/** The ids of what belongs into the customer profile, as the form has it. */
export async function profileParts(making: Making): Promise<readonly string[]> {
  const users = await endUsers(making, profileEndUsers(making.registration.form, making.plan));
  return [...users, await addressDocument(making)];
}

export async function trustParts(making: Making): Promise<readonly string[]> {
  return await endUsers(making, trustEndUsers(making.registration.form, making.plan));
}

async function endUsers(
  { sdk, registration, kept }: Making,
  forms: readonly EndUserForm[],
): Promise<readonly string[]> {
  const sids: string[] = [];
  for (const { part, type, attributes } of forms) {
    const known = kept.get(part);
    if (known !== undefined && !kept.isHandedIn(part)) await sdk.trusthub.v1.endUsers(known).update({ attributes });
    const made =
      known ?? (await sdk.trusthub.v1.endUsers.create({ friendlyName: nameOf(registration), type, attributes })).sid;
    sids.push(await kept.handIn(part, sidIn(made, "IT")));
  }
  return sids;
}

/** An address cannot move to another country: each episode has its own, and the document names it. */
async function addressDocument({ sdk, registration, kept }: Making): Promise<string> {
  const known = kept.get("address_document");
  if (known !== undefined && kept.isHandedIn("address_document")) return known;
  const attributes = { address_sids: await address({ sdk, registration, kept }) };
  const documents = sdk.trusthub.v1.supportingDocuments;
  if (known !== undefined) await documents(known).update({ attributes });
  const type = "customer_profile_address";
  const made = known ?? (await documents.create({ friendlyName: nameOf(registration), type, attributes })).sid;
  return await kept.handIn("address_document", sidIn(made, "RD"));
}

async function address({ sdk, registration, kept }: Omit<Making, "plan">): Promise<string> {
  const known = kept.get("address");
  if (known !== undefined && kept.isHandedIn("address")) return known;
  const { form } = registration;
  const friendlyName = `${nameOf(registration)}-${kept.episode}`;
  const [found] = await sdk.addresses.list({ friendlyName, limit: 1, pageSize: 1 });
  const made =
    found ??
    (await sdk.addresses.create({
      friendlyName,
      customerName: form.businessName,
      street: form.businessStreetAddress,
      city: form.businessCity,
      region: form.businessStateProvinceRegion,
      postalCode: form.businessPostalCode,
      isoCountry: form.businessCountry,
    }));
  return await kept.handIn("address", sidIn(made.sid, "AD"));
}

/** What people see of it in Twilio's console, and what an attempt that broke off is found by. */
export const nameOf = ({ registrationId }: SubmittedRegistration): string => `sms-${registrationId}`;
