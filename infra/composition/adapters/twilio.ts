/** Twilio as this process's carrier of text messages. */
import type { Config } from "../../config/config";
import type { SmsMetrics } from "../../sms-provider/sms-provider";
import { createTwilioSms, type TwilioSms } from "../../sms-provider/twilio/twilio-sms";
import type { Engines } from "../engines";
import { createProviderClient } from "./provider-client";

export interface TwilioInUse {
  readonly provider: TwilioSms;
  /** Ends every connection. */
  close(): Promise<void>;
}

const TWILIO_URL = "https://api.twilio.com";

export async function createTwilio(
  config: Config,
  { clock, logger }: Engines,
  metrics: SmsMetrics,
): Promise<TwilioInUse> {
  const { twilioAccountSid: accountSid, twilioAuthToken: authToken, twilioApiUrl, twilioPrimaryProfileSid } = config;
  if (accountSid === undefined || authToken === undefined) throw new Error("Twilio needs an account and its token.");
  if (twilioPrimaryProfileSid === undefined)
    logger.warn("Local numbers cannot be registered: TWILIO_PRIMARY_PROFILE_SID is not set.");
  const client = createProviderClient([twilioApiUrl ?? TWILIO_URL]);
  const provider = await createTwilioSms({
    ...{ accountSid, authToken, client, clock, metrics },
    standInUrl: twilioApiUrl,
    primaryProfileSid: twilioPrimaryProfileSid,
    reviewedUrl: `${config.publicUrl}/api/compliance/status-callback`,
    onCircuit: (state) => {
      if (state === "open") logger.warn("The messaging provider keeps failing; it is left alone for a while.");
      if (state === "closed") logger.info("The messaging provider answers again.");
    },
  });
  return {
    provider,
    async close() {
      provider.stop();
      await client.close();
    },
  };
}
