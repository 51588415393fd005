/** Calls the service as the stand-in of the messaging provider does, by its signature. */
import { deriveKey } from "../../infra/identity/keyed-hash";
import { SIGNATURE_HEADER, signCallback } from "../../infra/sms-provider/sandbox/callbacks";
import { masterKey, PUBLIC_URL } from "./service";

const key = deriveKey(masterKey, "sms-sandbox");

/** The headers of a POST of this body to this path and query. */
export const signedBySandbox = (target: string, body: string): Readonly<Record<string, string>> => ({
  "content-type": "application/json",
  [SIGNATURE_HEADER]: signCallback(key, { url: `${PUBLIC_URL}${target}`, body }),
});
