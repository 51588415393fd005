/** What Twilio tells of its own accord: verified by its published signature, and read strictly. */
import { UnreadableCallback, type SignedRequest } from "../../http/signed-request";
import type { InboundSms, SmsCallbacks, SmsStatus } from "../sms-provider";
import { isForm, readForm, readSids } from "./callback-forms";
import { OPTED_OUT } from "./faults";
import type { TwilioModule } from "./sdk";

const MESSAGE_SID = /^[A-Z]{2}[0-9a-fA-F]{32}$/;
/** A phone's number, or a short code. */
const SENDER = /^\+?\d{3,15}$/;
const MEDIA_MAX = 100;

const statuses: ReadonlyMap<string, SmsStatus["status"]> = new Map([
  ["sent", "sent"],
  ["delivered", "delivered"],
  ["read", "delivered"],
  ["undelivered", "undelivered"],
  ["failed", "failed"],
]);

type Validation = Pick<TwilioModule, "validateRequest" | "validateRequestWithBody">;

export function twilioCallbacks(validation: Validation, authToken: string): SmsCallbacks {
  return {
    isGenuine: (request) => isGenuine(validation, authToken, request),
    readInbound,
    readStatus,
    readReviewed: readSids,
    acknowledgement: { contentType: "text/xml", body: '<?xml version="1.0" encoding="UTF-8"?><Response/>' },
  };
}

/**
 * Twilio signs (HMAC-SHA1, by the auth token) the URL with the sorted fields of a form; or, where the body is none, the URL alone,
 * which then names the body's SHA-256 (Twilio, "Webhooks Security"). A body that neither covers is nobody's.
 */
function isGenuine(validation: Validation, authToken: string, { url, headers, body }: SignedRequest): boolean {
  const signature = headers["x-twilio-signature"];
  if (signature === undefined || signature === "") return false;
  try {
    if (new URL(url).searchParams.has("bodySHA256"))
      return validation.validateRequestWithBody(authToken, signature, url, body);
    return isForm(headers) && validation.validateRequest(authToken, signature, url, readForm(body));
  } catch {
    return false;
  }
}

function readInbound(request: SignedRequest): InboundSms {
  const field = fieldsOf(request);
  const [from, to] = [field("From"), field("To")];
  if (from === undefined || !SENDER.test(from) || to === undefined || !SENDER.test(to))
    throw new UnreadableCallback("A message without the numbers of both sides.");
  const media = field("NumMedia") ?? "0";
  if (!/^\d{1,3}$/.test(media) || Number(media) > MEDIA_MAX)
    throw new UnreadableCallback("A message with a number of pictures that is none.");
  return {
    providerMessageId: messageSid(field("MessageSid") ?? field("SmsSid")),
    from,
    to,
    body: field("Body") ?? "",
    mediaCount: Number(media),
  };
}

function readStatus(request: SignedRequest): SmsStatus | null {
  const field = fieldsOf(request);
  const providerMessageId = messageSid(field("MessageSid") ?? field("SmsSid"));
  const told = field("MessageStatus") ?? field("SmsStatus");
  if (told === undefined || !/^[a-z_-]{1,30}$/.test(told))
    throw new UnreadableCallback("A status without a word for it.");
  const status = statuses.get(told);
  if (status === undefined) return null;
  const code = /^[1-9]\d{0,5}$/.exec(field("ErrorCode") ?? "")?.[0] ?? null;
  const optedOut = code === OPTED_OUT && (status === "failed" || status === "undelivered");
  return { providerMessageId, status: optedOut ? "opted_out" : status, code };
}

function messageSid(value: string | undefined): string {
  if (value !== undefined && MESSAGE_SID.test(value)) return value;
  throw new UnreadableCallback("A callback about no message.");
}

/** A field that comes twice is ambiguous, and taken for none. */
function fieldsOf({ headers, body }: SignedRequest): (name: string) => string | undefined {
  if (!isForm(headers)) throw new UnreadableCallback("A callback that is no form.");
  const form = readForm(body);
  return (name) => {
    const value = Object.hasOwn(form, name) ? form[name] : undefined;
    return typeof value === "string" ? value : undefined;
  };
}
