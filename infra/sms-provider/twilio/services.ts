/** The messaging service of a local number: what its campaign is registered for, one for each number. */
import { unlessGone } from "./faults";
import type { Kept } from "./kept";
import type { Sdk } from "./sdk";
import { sidIn } from "./values";

const PAGE = 100;
const SERVICES_MAX = 2_000;

/** Messages to the number are handed in where the number says, so that both kinds of numbers are alike. */
export async function serviceOf(sdk: Sdk, kept: Kept, numberSid: string): Promise<string> {
  const known = kept.get("service") ?? (await find(sdk, numberSid));
  const friendlyName = nameOf(numberSid);
  const service =
    known ?? (await sdk.messaging.v1.services.create({ friendlyName, useInboundWebhookOnNumber: true })).sid;
  const sid = await kept.add("service", sidIn(service, "MG"));
  const { phoneNumbers } = sdk.messaging.v1.services(sid);
  const numbers = await phoneNumbers.list({ limit: PAGE, pageSize: PAGE });
  if (!numbers.some((number) => number.sid === numberSid)) await phoneNumbers.create({ phoneNumberSid: numberSid });
  return sid;
}

/** With its campaigns, which cost something every month. */
export async function removeService(sdk: Sdk, numberSid: string): Promise<void> {
  const sid = await find(sdk, numberSid);
  if (sid === undefined) return;
  const service = sdk.messaging.v1.services(sid);
  const campaigns = await service.usAppToPerson.list({ limit: PAGE, pageSize: PAGE });
  for (const { sid: campaign } of campaigns) await unlessGone(service.usAppToPerson(sidIn(campaign, "QE")).remove());
  await unlessGone(service.remove());
}

async function find(sdk: Sdk, numberSid: string): Promise<string | undefined> {
  const services = await sdk.messaging.v1.services.list({ limit: SERVICES_MAX, pageSize: PAGE });
  const service = services.find(({ friendlyName }) => friendlyName === nameOf(numberSid));
  return service && sidIn(service.sid, "MG");
}

const nameOf = (numberSid: string): string => `sms-${numberSid}`;
