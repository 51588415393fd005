/** The forms and JSON of Twilio's callbacks, and the ids in them of what reviewers have decided about. */
import { UnreadableCallback, type SignedRequest } from "../../http/signed-request";
import { SID } from "./values";

/** A field that was sent several times has all of its values, as the signature is over all of them. */
export type Form = Readonly<Record<string, string | string[]>>;

/** What events and callbacks call the parts of a registration, in lower case: bundles, brands, campaigns and verifications. */
const NAMES = new Set([
  "bundlesid",
  "customerprofilesid",
  "customerprofilebundlesid",
  "trustproductsid",
  "a2pprofilebundlesid",
  "brandsid",
  "brandregistrationsid",
  "campaignsid",
  "messagingservicesid",
  "tollfreeverificationsid",
  "sid",
]);
/** The verified kinds of them: a bundle, a brand, a campaign by both of its names, a messaging service, a verification. */
const KINDS = /^(?:BU|BN|CM|QE|MG|HH)/;
const SIDS_MAX = 200;
const EVENTS_MAX = 1_000;

export function isForm(headers: SignedRequest["headers"]): boolean {
  return /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i.test(headers["content-type"] ?? "");
}

export function readForm(body: string): Form {
  const fields = new URLSearchParams(body);
  const entries = [...new Set(fields.keys())].map((name): [string, string | string[]] => {
    const [first = "", ...others] = fields.getAll(name);
    return [name, others.length === 0 ? first : [first, ...others]];
  });
  // Own members, also for a field of the name "__proto__".
  return Object.fromEntries(entries);
}

/**
 * A status callback of TrustHub is a form; Event Streams sends a list of CloudEvents. Each id once; none where what they tell of
 * is nothing that is reviewed.
 */
export function readSids({ headers, body }: SignedRequest): readonly string[] {
  const found = isForm(headers) ? sidsOf(Object.entries(readForm(body))) : readEvents(body).flatMap(sidsOfEvent);
  return [...new Set(found)].slice(0, SIDS_MAX);
}

function readEvents(body: string): readonly object[] {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw new UnreadableCallback("A callback that is neither a form nor JSON.");
  }
  const events: readonly unknown[] = Array.isArray(json) ? json : [json];
  if (events.length > EVENTS_MAX) throw new UnreadableCallback("More events than are ever sent at once.");
  return events.map((event) => {
    if (isObject(event) && "type" in event && typeof event.type === "string") return event;
    throw new UnreadableCallback("An event that is not of its published form.");
  });
}

function sidsOfEvent(event: object): readonly string[] {
  return "data" in event && isObject(event.data) ? sidsOf(Object.entries(event.data)) : [];
}

function sidsOf(fields: readonly (readonly [string, unknown])[]): readonly string[] {
  const values = fields.flatMap(([name, value]) => (NAMES.has(name.toLowerCase()) ? [value].flat() : []));
  return values.filter((value) => typeof value === "string" && SID.test(value) && KINDS.test(value)) as string[];
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
