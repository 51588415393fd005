/** The official SDK, one client for each operation, so that every call of it is counted as what it is for. */
import type twilio from "twilio";
import type { SmsOperation } from "../sms-provider";
import type { Calls } from "./calls";
import { guardedRequestClient } from "./guarded-request-client";

export type TwilioModule = typeof twilio;
export type Sdk = ReturnType<TwilioModule>;
export type SdkFor = (operation: SmsOperation) => Sdk;

export interface SdkOptions {
  readonly accountSid: string;
  readonly authToken: string;
  readonly standInUrl: string | undefined;
}

/** Only where it is used: it takes half a second to load. */
export async function loadTwilio(): Promise<TwilioModule> {
  return (await import("twilio")).default;
}

export function createSdk(module: TwilioModule, calls: Calls, options: SdkOptions): SdkFor {
  const { accountSid, authToken, standInUrl } = options;
  const made = new Map<SmsOperation, Sdk>();
  return (operation) => {
    const known = made.get(operation);
    if (known !== undefined) return known;
    const httpClient = guardedRequestClient(module, (request) => calls.send(operation, request), standInUrl);
    // Said aloud, because the SDK would otherwise ask the environment for them, past the service's settings.
    const sdk = module(accountSid, authToken, { httpClient, edge: "", region: "", logLevel: "" });
    made.set(operation, sdk);
    return sdk;
  };
}
