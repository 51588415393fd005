/** The links of mails with which whoever gets them gets no more of their kind: signed, so that nobody says it for others. */
import type { UnsubscribeTokens } from "../../http/services";
import { createSignedIds } from "../../identity/signed-ids";

/** Each kind under a key of its own, so that a link of the one is none of the other. */
export const unsubscribeTokens = (masterKey: Buffer): UnsubscribeTokens => ({
  reviewRequests: createSignedIds(masterKey, "unsubscribe"),
  alertMails: createSignedIds(masterKey, "unsubscribe-alert-mails"),
});

export interface UnsubscribeLinks {
  /** Of the mail with which a request asks. */
  readonly reviewRequest: (requestId: string) => string;
  /** Of the mails about a business's alerts. */
  readonly alertMails: (businessId: string) => string;
}

/** `publicUrl` has no slash at its end. */
export function unsubscribeLinks(masterKey: Buffer, publicUrl: string): UnsubscribeLinks {
  const { reviewRequests, alertMails } = unsubscribeTokens(masterKey);
  const linkOf = (token: string): string => `${publicUrl}/unsubscribe/${token}`;
  return {
    reviewRequest: (requestId) => linkOf(reviewRequests.sign(requestId)),
    alertMails: (businessId) => linkOf(alertMails.sign(businessId)),
  };
}
