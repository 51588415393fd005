/** Seals small secrets at rest with AES-256-GCM; what was sealed for one purpose opens for no other. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const VERSION = "v1";
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** A sealed text that is damaged, was sealed under another key, or was sealed for another purpose. */
export class CannotOpen extends Error {
  override readonly name = "CannotOpen";
}

/**
 * `v1.<iv>.<ciphertext and tag>`, base64url. A fresh random 96-bit IV each time (NIST SP 800-38D, 8.2.2), so a key serves
 * up to 2^32 texts. `purpose` is authenticated but not stored: the opener has to know it.
 */
export function sealBytes(key: Buffer, plain: Buffer, purpose: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(purpose, "utf8"));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${iv.toString("base64url")}.${sealed.toString("base64url")}`;
}

/** What {@link sealBytes} sealed. Throws CannotOpen. */
export function openBytes(key: Buffer, text: string, purpose: string): Buffer {
  const [version, iv, body, ...rest] = text.split(".");
  if (version !== VERSION || iv === undefined || body === undefined || rest.length > 0) {
    throw new CannotOpen(`A sealed text of "${purpose}" does not have the form v1.<iv>.<ciphertext>.`);
  }
  const bytes = Buffer.from(body, "base64url");
  const split = bytes.length - TAG_BYTES;
  try {
    const decipher = createDecipheriv(CIPHER, key, Buffer.from(iv, "base64url"), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(purpose, "utf8")).setAuthTag(bytes.subarray(Math.max(split, 0)));
    return Buffer.concat([decipher.update(bytes.subarray(0, Math.max(split, 0))), decipher.final()]);
  } catch (cause) {
    throw new CannotOpen(`A sealed text of "${purpose}" is damaged or was sealed with another key.`, { cause });
  }
}

export interface SecretBox {
  /** Seals `text` for one purpose, such as `webhook-secret:<id>`. */
  sealText(text: string, purpose: string): string;
  /** The text that was sealed for this very purpose. Throws CannotOpen. */
  openText(sealed: string, purpose: string): string;
}

/** A box that the 32 bytes of the master key lock. */
export function createSecretBox(masterKey: Buffer): SecretBox {
  requireKey(masterKey);
  return {
    sealText: (text, purpose) => sealBytes(masterKey, Buffer.from(text, "utf8"), purpose),
    openText: (sealed, purpose) => openBytes(masterKey, sealed, purpose).toString("utf8"),
  };
}

/** Refuses a master key that is not 256 bits long, before anything is sealed with it. */
export function requireKey(masterKey: Buffer): void {
  if (masterKey.length !== KEY_BYTES) {
    throw new Error(`The master key must be ${KEY_BYTES} bytes long; this one has ${masterKey.length}.`);
  }
}
