/** What the stand-in tells the service, and how the service knows that it was the stand-in: an HMAC over address and body. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { UnreadableCallback, type SignedRequest } from "../../http/signed-request";
import type { SmsCallbacks } from "../sms-provider";

export const SIGNATURE_HEADER = "x-sandbox-signature";

/** What the stand-in calls messages and registrations; nothing that a store could not hold, or an address would not fit. */
const id = z.string().regex(/^[\w-]{1,100}$/);
/** A phone's number, or a short code. */
const sender = z.string().regex(/^\+?\d{3,15}$/);
const BODY_CHARS_MAX = 10_000;

const callbackSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("inbound"),
    id,
    from: sender,
    to: sender,
    body: z.string().max(BODY_CHARS_MAX),
  }),
  z.strictObject({ kind: z.literal("status"), id, status: z.literal("delivered") }),
  z.strictObject({ kind: z.literal("reviewed"), id, reference: id }),
]);
export type Callback = z.output<typeof callbackSchema>;
type Kind = Callback["kind"];

/** HMAC-SHA256 in base64url over the address, a line feed, which no address holds, and the body. */
export function signCallback(key: Buffer, { url, body }: Pick<SignedRequest, "url" | "body">): string {
  return createHmac("sha256", key).update(`${url}\n`).update(body).digest("base64url");
}

export function createSandboxCallbacks(key: Buffer): SmsCallbacks {
  return {
    isGenuine(request) {
      const given = Buffer.from(request.headers[SIGNATURE_HEADER] ?? "");
      const expected = Buffer.from(signCallback(key, request));
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
    readInbound(request) {
      const { id: providerMessageId, from, to, body } = read(request, "inbound");
      return { providerMessageId, from, to, body, mediaCount: 0 };
    },
    readStatus(request) {
      const { id: providerMessageId, status } = read(request, "status");
      return { providerMessageId, status, code: null };
    },
    readReviewed: (request) => [read(request, "reviewed").reference],
    acknowledgement: { contentType: "application/json", body: "{}" },
  };
}

function read<K extends Kind>({ body }: SignedRequest, kind: K): Extract<Callback, { kind: K }> {
  const parsed = callbackSchema.safeParse(jsonOf(body));
  if (!parsed.success || parsed.data.kind !== kind)
    throw new UnreadableCallback(`The callback is not of the form of "${kind}".`);
  return parsed.data as Extract<Callback, { kind: K }>;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
