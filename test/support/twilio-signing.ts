/** Signs callbacks as Twilio publishes it ("Webhooks Security"), written from the description and not by the SDK. */
import { createHash, createHmac } from "node:crypto";
import type { SignedRequest } from "../../infra/http/signed-request";
import { TWILIO_TOKEN } from "./twilio-stand-in";

const sign = (token: string, text: string): string => createHmac("sha1", token).update(text).digest("base64");

/** A form: the URL, then each field's name and value, sorted by name. */
export function signedForm(url: string, fields: Readonly<Record<string, string>>, token = TWILIO_TOKEN): SignedRequest {
  const text = Object.entries(fields)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .reduce((all, [name, value]) => all + name + value, url);
  const headers = {
    "content-type": "application/x-www-form-urlencoded; charset=utf-8",
    "x-twilio-signature": sign(token, text),
  };
  return { url, headers, body: new URLSearchParams(fields).toString() };
}

/** JSON: the URL alone, which names the body's SHA-256. */
export function signedJson(address: string, json: unknown, token = TWILIO_TOKEN): SignedRequest {
  const body = typeof json === "string" ? json : JSON.stringify(json);
  const url = `${address}${address.includes("?") ? "&" : "?"}bodySHA256=${createHash("sha256").update(body).digest("hex")}`;
  return { url, headers: { "content-type": "application/json", "x-twilio-signature": sign(token, url) }, body };
}
