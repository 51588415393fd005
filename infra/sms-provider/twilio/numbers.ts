/** Phone numbers are bought once for each id, and given back together with what is charged for by the month. */
import { SmsProviderError, type ProvisionedNumber, type WantedNumber } from "../sms-provider";
import { TwilioRefusal, unlessGone } from "./faults";
import type { Sdk } from "./sdk";
import { removeService } from "./services";
import { sidIn } from "./values";

/** Somebody else bought it in the meantime, or it is none that can be bought. */
const TAKEN = new Set(["21422", "21421"]);
const CANDIDATES = 10;
const TRIES_MAX = 5;
const FOUND_MAX = 20;
const PHONE_NUMBER = /^\+[1-9]\d{6,14}$/;

type Bought = Awaited<ReturnType<Sdk["incomingPhoneNumbers"]["create"]>>;

export async function provisionNumber(sdk: Sdk, wanted: WantedNumber): Promise<ProvisionedNumber> {
  const friendlyName = nameOf(wanted.phoneNumberId);
  const had = await find(sdk, wanted.phoneNumberId);
  if (had !== undefined) return read(await withInboundUrl(sdk, had, wanted.inboundUrl));
  const candidates = await search(sdk, wanted);
  for (const phoneNumber of candidates.slice(0, TRIES_MAX)) {
    const bought = await buy(sdk, { phoneNumber, friendlyName, smsUrl: wanted.inboundUrl, smsMethod: "POST" });
    if (bought !== undefined) return read(bought);
  }
  throw new SmsProviderError("none_available", "The messaging provider has no such number to give.");
}

export async function findNumber(sdk: Sdk, phoneNumberId: string): Promise<ProvisionedNumber | null> {
  const had = await find(sdk, phoneNumberId);
  return had === undefined ? null : read(had);
}

export async function releaseNumber(sdk: Sdk, providerNumberId: string): Promise<void> {
  await removeService(sdk, providerNumberId);
  await unlessGone(sdk.incomingPhoneNumbers(providerNumberId).remove());
}

async function find(sdk: Sdk, phoneNumberId: string): Promise<Bought | undefined> {
  const friendlyName = nameOf(phoneNumberId);
  const found = await sdk.incomingPhoneNumbers.list({ friendlyName, limit: FOUND_MAX, pageSize: FOUND_MAX });
  return found.find((number) => number.friendlyName === friendlyName);
}

async function search(sdk: Sdk, { kind, country, areaCode }: WantedNumber): Promise<readonly string[]> {
  const code = areaCode === null ? {} : { areaCode: Number(areaCode) };
  const wanted = { smsEnabled: true, limit: CANDIDATES, pageSize: CANDIDATES, ...code };
  const ofCountry = sdk.availablePhoneNumbers(country);
  const found = kind === "toll_free" ? await ofCountry.tollFree.list(wanted) : await ofCountry.local.list(wanted);
  return found.map(({ phoneNumber }) => phoneNumber);
}

/** Undefined where somebody else was quicker. */
async function buy(sdk: Sdk, wanted: Parameters<Sdk["incomingPhoneNumbers"]["create"]>[0]) {
  try {
    return await sdk.incomingPhoneNumbers.create(wanted);
  } catch (error) {
    if (error instanceof TwilioRefusal && error.code !== null && TAKEN.has(error.code)) return undefined;
    throw error;
  }
}

/** The service may have moved to another public address since the number was bought. */
async function withInboundUrl(sdk: Sdk, had: Bought, smsUrl: string): Promise<Bought> {
  if (had.smsUrl === smsUrl) return had;
  return await sdk.incomingPhoneNumbers(sidIn(had.sid, "PN")).update({ smsUrl, smsMethod: "POST" });
}

function read({ sid, phoneNumber }: Bought): ProvisionedNumber {
  if (!PHONE_NUMBER.test(phoneNumber))
    throw new SmsProviderError("unavailable", "The messaging provider gave a number that is none.");
  return { phoneNumber, providerNumberId: sidIn(sid, "PN") };
}

/** What people see of it in Twilio's console, and what it is found by. */
const nameOf = (phoneNumberId: string): string => `sms-${phoneNumberId}`;
