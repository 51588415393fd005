/** Hashes that cannot be guessed at without the master key, each purpose under a key of its own. */
import { createHmac, hkdfSync } from "node:crypto";

/** A 32-byte key for one purpose, derived from the master key by HKDF-SHA256 (RFC 5869). */
export function deriveKey(masterKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", masterKey, "", purpose, 32));
}

/** HMAC-SHA256 of texts under a key derived for one purpose, in base64url. */
export function createKeyedHash(masterKey: Buffer, purpose: string): (text: string) => string {
  const key = deriveKey(masterKey, purpose);
  return (text) => createHmac("sha256", key).update(text).digest("base64url");
}
