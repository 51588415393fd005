/** The client believes what the service signed, when it signed it, and nothing else. */
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { verifyWebhook, WebhookRefused, type WebhookRequest } from "local-business-intelligence-client";
import { webhookVectors } from "../support/webhook-vectors";

const [published, , rotated] = webhookVectors;
if (published === undefined || rotated === undefined) throw new Error("There are no vectors.");
const OWN = ["X-Service-Signature", "X-Service-Timestamp"];
const STANDARD = ["webhook-id", "webhook-signature", "webhook-timestamp"];
const unknown = `whsec_${Buffer.alloc(32, 99).toString("base64")}`;

const sentAt = ({ timestamp }: { readonly timestamp: number }, secondsLater = 0) =>
  new Date((timestamp + secondsLater) * 1000);
const requestOf = ({ headers, body, secrets, timestamp }: typeof published): WebhookRequest => ({
  headers,
  body,
  secrets,
  now: sentAt({ timestamp }),
});
const without = (names: readonly string[], headers: Readonly<Record<string, string>> = published.headers) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

/** Why it is refused; null where it is not. */
function faultOf(request: WebhookRequest): string | null {
  try {
    verifyWebhook(request);
    return null;
  } catch (error) {
    if (error instanceof WebhookRefused) return error.fault;
    throw error;
  }
}

test.each(webhookVectors)("what the service signs is believed, by each secret that it signed with: $name", (vector) => {
  const event: unknown = JSON.parse(vector.body);
  expect(verifyWebhook(requestOf(vector))).toEqual(event);
  for (const secret of vector.secrets)
    expect(verifyWebhook({ ...requestOf(vector), secrets: [unknown, secret], body: Buffer.from(vector.body) })).toEqual(
      event,
    );
  expect(faultOf({ ...requestOf(vector), secrets: unknown })).toBe("wrong_signature");
});

test("headers are read as Node, Express and fetch give them, however their names are written", () => {
  const lower = Object.fromEntries(
    Object.entries(published.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const lists = Object.fromEntries(Object.entries(lower).map(([name, value]) => [name, [value]]));
  for (const headers of [lower, lists, new Headers(published.headers)])
    expect(verifyWebhook({ ...requestOf(published), headers })).toEqual({ test: 2432232314 });
});

test("one kind of signature is enough, none is too few, and one that is wrong is not healed by the other", () => {
  expect(faultOf({ ...requestOf(published), headers: without(OWN) })).toBeNull();
  expect(faultOf({ ...requestOf(published), headers: without(STANDARD) })).toBeNull();
  expect(faultOf({ ...requestOf(published), headers: without([...OWN, ...STANDARD]) })).toBe("unsigned");
  for (const name of ["X-Service-Signature", "webhook-signature"])
    expect(faultOf({ ...requestOf(published), headers: { ...published.headers, [name]: "sha256=,v1," } })).toBe(
      "wrong_signature",
    );
});

test("what is five minutes old, or from five minutes ahead, is believed, and nothing beyond", () => {
  const at = (secondsLater: number, more: Partial<WebhookRequest> = {}) =>
    faultOf({ ...requestOf(published), now: sentAt(published, secondsLater), ...more });
  expect([-301, -300, 0, 300, 301].map((seconds) => at(seconds))).toEqual([
    "outside_tolerance",
    null,
    null,
    null,
    "outside_tolerance",
  ]);
  expect([at(11, { toleranceSeconds: 10 }), at(10, { toleranceSeconds: 10 })]).toEqual(["outside_tolerance", null]);
  for (const timestamp of ["", "soon", "1614265330.5", "-1", "1e9"])
    expect(at(0, { headers: { ...published.headers, "X-Service-Timestamp": timestamp } })).toBe("outside_tolerance");
  expect(at(0, { headers: without(["webhook-timestamp"]) })).toBe("outside_tolerance");
  expect(faultOf({ ...requestOf(published), now: new Date(Number.NaN) })).toBe("outside_tolerance");
});

test("no other byte, time, id or signature is believed in the place of the one that was sent", () => {
  const bytes = Buffer.from(published.body);
  const positions = fc.integer({ min: 0, max: bytes.length - 1 });
  fc.assert(
    fc.property(positions, fc.integer({ min: 1, max: 255 }), fc.constantFrom(OWN, STANDARD), (at, difference, left) => {
      const body = Buffer.from(bytes);
      body[at] = (body[at] ?? 0) ^ difference;
      expect(faultOf({ ...requestOf(published), body, headers: without(left) })).toBe("wrong_signature");
    }),
  );
  const altered = { "webhook-id": "another", "webhook-timestamp": "1614265331", "X-Service-Timestamp": "1614265331" };
  for (const [name, value] of Object.entries(altered))
    expect(faultOf({ ...requestOf(published), headers: { ...published.headers, [name]: value } })).toBe(
      "wrong_signature",
    );
});

test("a secret that is none is a mistake of the receiver's, not of the sender's", () => {
  for (const secrets of [[], "", "whsec_", "whsec_short", [published.secrets[0] ?? "", "secret"]])
    expect(() => verifyWebhook({ ...requestOf(published), secrets })).toThrow(TypeError);
});

test("a body that is signed and no JSON object is refused without the parser's words", () => {
  const signed = (body: string) => {
    const secret = rotated.secrets[0] ?? "";
    const digest = createHmac("sha256", secret).update(`${rotated.timestamp}.${body}`).digest("hex");
    const headers = { "x-service-timestamp": String(rotated.timestamp), "x-service-signature": `sha256=${digest}` };
    return faultOf({ headers, body, secrets: secret, now: sentAt(rotated) });
  };
  expect(["{", "null", "7", "{}"].map(signed)).toEqual(["unreadable_body", "unreadable_body", "unreadable_body", null]);
});
