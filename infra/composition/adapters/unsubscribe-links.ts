/** The links of mails with which whoever was asked for a review is asked no more: signed, so that nobody says it for others. */
import { createSignedIds, type SignedIds } from "../../identity/signed-ids";

export const unsubscribeTokens = (masterKey: Buffer): SignedIds => createSignedIds(masterKey, "unsubscribe");

/** `publicUrl` has no slash at its end. */
export function unsubscribeLinks(masterKey: Buffer, publicUrl: string): (requestId: string) => string {
  const tokens = unsubscribeTokens(masterKey);
  return (requestId) => `${publicUrl}/unsubscribe/${tokens.sign(requestId)}`;
}
