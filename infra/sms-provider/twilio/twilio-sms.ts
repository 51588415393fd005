/** Text messages as Twilio publishes them, behind our port: through its official SDK, and the service's one way out. */
import type { ReviewVerdict, SmsProvider } from "../sms-provider";
import { advanceA2p, type A2pOptions } from "./a2p/a2p";
import { Calls, type CallsOptions } from "./calls";
import { twilioCallbacks } from "./callbacks";
import { asSmsError, refusedForm, type TwilioRefusal } from "./faults";
import { KeepFailure, Kept } from "./kept";
import { findNumber, provisionNumber, releaseNumber } from "./numbers";
import { createSdk, loadTwilio, type SdkOptions } from "./sdk";
import { findSent, send } from "./sending";
import { advanceTollFree } from "./toll-free";

export type TwilioSmsOptions = CallsOptions & SdkOptions & A2pOptions;

export interface TwilioSms extends SmsProvider {
  /** Ends what it waits for; the client is the caller's. */
  stop(): void;
}

export async function createTwilioSms(options: TwilioSmsOptions): Promise<TwilioSms> {
  const module = await loadTwilio();
  const calls = new Calls(options);
  const sdkFor = createSdk(module, calls, options);
  return {
    name: "twilio",
    answersKeywords: true,
    provisionNumber: (wanted) => asked(() => provisionNumber(sdkFor("provision"), wanted)),
    findNumber: (phoneNumberId) => asked(() => findNumber(sdkFor("provision"), phoneNumberId)),
    releaseNumber: (providerNumberId) => asked(() => releaseNumber(sdkFor("release"), providerNumberId)),
    advanceRegistration: (registration, keep) =>
      asked(async () => {
        const sdk = sdkFor("register");
        const kept = new Kept(registration.references, registration.episode, keep);
        try {
          return registration.kind === "a2p_10dlc"
            ? await advanceA2p(sdk, options, registration, kept)
            : await advanceTollFree(sdk, options.clock, registration, kept);
        } catch (error) {
          const refused = refusedForm(error);
          if (refused === undefined) throw error;
          return ofRefusal(refused);
        }
      }),
    send: (message) => asked(() => send(sdkFor("send"), message)),
    findSent: (message) => asked(() => findSent(sdkFor("send"), message)),
    callbacks: twilioCallbacks(module, options.authToken),
    stop: () => calls.stop(),
  };
}

/** It came to no reviewer: the business has to change what it says. */
function ofRefusal({ code, reason }: TwilioRefusal): ReviewVerdict {
  const message = reason ?? "The provider did not take what was handed in, and gave no reason.";
  return { status: "action_required", reasons: [{ code, message }], reviewedAt: null };
}

/** Throws SmsProviderError; what the caller's own `keep` threw is thrown on as it is. */
async function asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof KeepFailure ? error.cause : asSmsError(error);
  }
}
