/** Wraps a connected socket in TLS whose certificate must be valid for the host of the URL. */

import { isIP, type Socket } from "node:net";
import {
  checkServerIdentity,
  connect,
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type TLSSocket,
} from "node:tls";
import { OutboundFailure, reasonOf } from "./outcome";

/** The trust of the platform, with further authorities (PEM) where tests or private networks need them. */
export function createTrust(extraAuthorities: readonly string[] = []): SecureContext {
  return createSecureContext(extraAuthorities.length > 0 ? { ca: [...rootCertificates, ...extraAuthorities] } : {});
}

/**
 * Shakes hands over the socket and gives the secured one; rejects with an `OutboundFailure` of class `tls_error`.
 * Whoever holds the raw socket destroys it to end a handshake that hangs.
 */
export async function secure(socket: Socket, host: string, trust: SecureContext): Promise<TLSSocket> {
  return await new Promise<TLSSocket>((resolve, reject) => {
    const secured = connect({
      socket,
      secureContext: trust,
      // A server name indication is never an address (RFC 6066, section 3).
      servername: isIP(host) === 0 ? host : "",
      checkServerIdentity: (_, certificate) => checkServerIdentity(host, certificate),
      // Said aloud, because an environment variable would otherwise switch the check off.
      rejectUnauthorized: true,
      minVersion: "TLSv1.2",
      ALPNProtocols: ["http/1.1"],
    });
    secured.once("secureConnect", () => {
      resolve(secured);
    });
    secured.on("error", (error) => {
      reject(new OutboundFailure("tls_error", reasonOf(error), error));
      secured.destroy();
    });
    secured.once("close", () => {
      reject(new OutboundFailure("tls_error", "closed_in_handshake"));
    });
  });
}
