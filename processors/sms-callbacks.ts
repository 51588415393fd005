/** Where the messaging provider hands in what it has to say: addresses that name whose it is, so that nothing is looked up for it. */

/** `publicUrl` is the service's own, without a slash at the end. */
export const smsCallbacks = (publicUrl: string) => ({
  inbound: (businessId: string, phoneNumberId: string): string =>
    `${publicUrl}/api/sms/inbound?business=${encodeURIComponent(businessId)}&number=${encodeURIComponent(phoneNumberId)}`,
  status: (businessId: string, messageId: string): string =>
    `${publicUrl}/api/sms/status?business=${encodeURIComponent(businessId)}&message=${encodeURIComponent(messageId)}`,
});
export type SmsCallbackUrls = ReturnType<typeof smsCallbacks>;
