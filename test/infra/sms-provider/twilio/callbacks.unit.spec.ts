/** What claims to come from Twilio: only its own signature is believed, and only known forms are read. */
import fc from "fast-check";
import twilio from "twilio";
import { UnreadableCallback, type SignedRequest } from "../../../../infra/http/signed-request";
import { twilioCallbacks } from "../../../../infra/sms-provider/twilio/callbacks";
import { signedForm, signedJson } from "../../../support/twilio-signing";
import { TWILIO_TOKEN } from "../../../support/twilio-stand-in";

const callbacks = twilioCallbacks(twilio, TWILIO_TOKEN);
const URL_INBOUND = "https://service.example/api/sms/inbound?business=b-1&number=n-1";
const SID = `SM${"0a".repeat(16)}`;
const message = { MessageSid: SID, From: "+12075550123", To: "+18005550101", Body: "Hi & bye — ok?", NumMedia: "2" };
const signed = signedForm(URL_INBOUND, message);

test("a form and a JSON body that Twilio signed are genuine", () => {
  expect(callbacks.isGenuine(signed)).toBe(true);
  expect(callbacks.isGenuine(signedJson("https://service.example/api/compliance/status-callback", [{}]))).toBe(true);
});

test("the example of Twilio's own documentation is genuine", () => {
  const fields = {
    CallSid: "CA1234567890ABCDE",
    Caller: "+14158675310",
    Digits: "1234",
    From: "+14158675310",
    To: "+18005551212",
  };
  const request = {
    url: "https://example.com/myapp.php?foo=1&bar=2",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio-signature": "L/OH5YylLD5NRKLltdqwSvS0BnU=",
    },
    body: new URLSearchParams(fields).toString(),
  };
  expect(twilioCallbacks(twilio, "12345").isGenuine(request)).toBe(true);
});

test("it is the same with and without the usual port", () => {
  const withPort = signedForm(URL_INBOUND.replace(".example/", ".example:443/"), message);
  expect(callbacks.isGenuine({ ...withPort, url: URL_INBOUND })).toBe(true);
});

test.each<[string, SignedRequest]>([
  ["of another account", signedForm(URL_INBOUND, message, "0".repeat(32))],
  ["without a signature", { ...signed, headers: { "content-type": signed.headers["content-type"] } }],
  ["with an empty signature", { ...signed, headers: { ...signed.headers, "x-twilio-signature": "" } }],
  ["with a signature of another length", { ...signed, headers: { ...signed.headers, "x-twilio-signature": "AAAA" } }],
  ["for another number", { ...signed, url: URL_INBOUND.replace("n-1", "n-2") }],
  ["with other words", { ...signed, body: signed.body.replace("bye", "buy") }],
  ["with a further field", { ...signed, body: `${signed.body}&NumSegments=1` }],
  ["without a field", { ...signed, body: signed.body.replace("&NumMedia=2", "") }],
  [
    "with a body that the signature does not cover",
    {
      ...signedForm(URL_INBOUND, {}),
      headers: { ...signedForm(URL_INBOUND, {}).headers, "content-type": "application/json" },
      body: "[]",
    },
  ],
  ["with another JSON body", { ...signedJson(URL_INBOUND, [{ a: 1 }]), body: '[{"a":2}]' }],
  [
    "with another body and its own hash",
    { ...signedJson(URL_INBOUND, [2]), headers: signedJson(URL_INBOUND, [1]).headers },
  ],
  ["with a URL that is none", { ...signed, url: "nowhere" }],
])("a request %s is not genuine", (_, request) => {
  expect(callbacks.isGenuine(request)).toBe(false);
});

test("a message is read with both numbers, its words and how many pictures it had", () => {
  expect(callbacks.readInbound(signed)).toEqual({
    providerMessageId: SID,
    from: "+12075550123",
    to: "+18005550101",
    body: "Hi & bye — ok?",
    mediaCount: 2,
  });
});

test.each(["", " STO\0P\ufeff\n", "x".repeat(20_000)])("its words are handed on as they came", (words) => {
  expect(callbacks.readInbound(signedForm(URL_INBOUND, { ...message, Body: words })).body).toBe(words);
});

test.each<[string, Readonly<Record<string, string>>]>([
  ["no id", { MessageSid: "x" }],
  ["no sender", { From: "anonymous" }],
  ["no recipient", { To: "" }],
  ["an odd number of pictures", { NumMedia: "-1" }],
])("a message with %s cannot be read", (_, change) => {
  expect(() => callbacks.readInbound(signedForm(URL_INBOUND, { ...message, ...change }))).toThrow(UnreadableCallback);
});

test("a field that comes twice is not guessed", () => {
  expect(() => callbacks.readInbound({ ...signed, body: `${signed.body}&From=%2B15550000000` })).toThrow(
    UnreadableCallback,
  );
});

test.each([
  ["sent", "sent"],
  ["delivered", "delivered"],
  ["undelivered", "undelivered"],
  ["failed", "failed"],
])("%s is the status %s", (told, status) => {
  const request = signedForm(URL_INBOUND, { MessageSid: SID, MessageStatus: told, ErrorCode: "30003" });
  expect(callbacks.readStatus(request)).toEqual({ providerMessageId: SID, status, code: "30003" });
});

test.each(["undelivered", "failed"])("%s because the customer told Twilio to hear no more is an opt-out", (told) => {
  const request = signedForm(URL_INBOUND, { MessageSid: SID, MessageStatus: told, ErrorCode: "21610" });
  expect(callbacks.readStatus(request)).toEqual({ providerMessageId: SID, status: "opted_out", code: "21610" });
});

test.each(["queued", "accepted", "sending", "scheduled", "receiving", "something-new"])("%s says nothing", (told) => {
  expect(callbacks.readStatus(signedForm(URL_INBOUND, { MessageSid: SID, MessageStatus: told }))).toBeNull();
});

test("a status without an error has no code, and one without a word cannot be read", () => {
  const delivered = signedForm(URL_INBOUND, { SmsSid: SID, SmsStatus: "delivered", ErrorCode: "0" });
  expect(callbacks.readStatus(delivered)).toMatchObject({ code: null });
  expect(() => callbacks.readStatus(signedForm(URL_INBOUND, { MessageSid: SID }))).toThrow(UnreadableCallback);
});

const sid = (kind: string): string => `${kind}${"0b".repeat(16)}`;
const event = (type: string, data: unknown) => ({
  specversion: "1.0",
  type: `com.twilio.messaging.compliance.${type}`,
  id: "EZ1",
  data,
});

test("a status callback of TrustHub names its bundle", () => {
  const request = signedForm(URL_INBOUND, { BundleSid: sid("BU"), Status: "twilio-approved", AccountSid: sid("AC") });
  expect(callbacks.readReviewed(request)).toEqual([sid("BU")]);
});

test("events about verifications, brands and campaigns name each of them once", () => {
  const request = signedJson(URL_INBOUND, [
    event("toll-free-verification.rejected", {
      accountsid: sid("AC"),
      tollfreeverificationsid: sid("HH"),
      phonenumbersid: sid("PN"),
    }),
    event("brand-registration.brand-failure", { brandsid: sid("BN"), brandstatus: "registration_failed" }),
    event("campaign-registration.campaign-approved", {
      brandsid: sid("BN"),
      campaignsid: sid("CM"),
      messagingservicesid: sid("MG"),
    }),
  ]);
  expect(callbacks.readReviewed(request)).toEqual([sid("HH"), sid("BN"), sid("CM"), sid("MG")]);
});

test("an event about nothing that is reviewed, such as that of a test, names nothing", () => {
  expect(
    callbacks.readReviewed(signedJson(URL_INBOUND, [event("test-event", { test_id: "1" }), { type: "x" }])),
  ).toEqual([]);
});

test.each(["{", "null", "7", '["x"]', "[[]]", '[{"data":{}}]', '{"type":7}'])("%s is no event", (body) => {
  expect(() => callbacks.readReviewed(signedJson(URL_INBOUND, body))).toThrow(UnreadableCallback);
});

function whatThrows(read: () => unknown): unknown {
  try {
    read();
    return null;
  } catch (error) {
    return error;
  }
}

test("whatever is sent is read, or said to be unreadable; nothing else is thrown", () => {
  const names = fc.constantFrom(
    "MessageSid",
    "From",
    "To",
    "Body",
    "NumMedia",
    "MessageStatus",
    "BundleSid",
    "__proto__",
    "type",
    "data",
  );
  const value = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom(SID, sid("BU"), "+12075550123", "sent"),
  );
  const form = fc
    .array(fc.tuple(names, value), { maxLength: 6 })
    .map((fields) => new URLSearchParams(fields).toString());
  const body = fc.oneof(
    form,
    fc.json({ maxDepth: 2 }),
    fc
      .array(fc.dictionary(names, fc.oneof(value, fc.jsonValue({ maxDepth: 1 })), { maxKeys: 4 }), { maxLength: 4 })
      .map((list) => JSON.stringify(list)),
    fc.string(),
  );
  const type = fc.constantFrom("application/x-www-form-urlencoded", "application/json", undefined);
  const headers = fc.record({ "content-type": type, "x-twilio-signature": fc.string() });
  fc.assert(
    fc.property(
      headers,
      body,
      fc.constantFrom(URL_INBOUND, `${URL_INBOUND}&bodySHA256=0`, "nowhere"),
      (sent, text, url) => {
        const request = { url, headers: sent, body: text };
        const thrown = [callbacks.readInbound, callbacks.readStatus, callbacks.readReviewed].map((read) =>
          whatThrows(() => read(request)),
        );
        return (
          !callbacks.isGenuine(request) &&
          thrown.every((error) => error === null || error instanceof UnreadableCallback)
        );
      },
    ),
    { numRuns: 100 },
  );
});

test("a message that was taken in is answered by TwiML that says nothing", () => {
  expect(callbacks.acknowledgement.contentType).toBe("text/xml");
  expect(callbacks.acknowledgement.body).toContain("<Response/>");
});
