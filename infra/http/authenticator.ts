/** The port that knows credentials: who a key, a session cookie, a collector's token or a signature belongs to, and whether it still does. */
import type { Principal } from "./endpoint";
import type { SignedRequest } from "./signed-request";

export interface Authenticator {
  /** The owner of an API key as it was presented; null for a wrong, revoked, suspended or expired one. */
  apiKey(presented: string, clientIp: string): Promise<Principal | null>;
  session(cookieValue: string): Promise<Principal | null>;
  collector(token: string): Principal | null;
  /** The provider that signed the request; null where none did, or none is configured. */
  provider(signed: SignedRequest): Principal | null;
  /** Asked again before the answer leaves: false once the credential was revoked while the request was under way. */
  stillValid(principal: Principal): Promise<boolean>;
}
