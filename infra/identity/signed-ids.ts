/** Addresses that cannot be guessed: an id with a signature over it, so that a made-up one is told from a given one without a look-up. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey } from "./keyed-hash";

export interface SignedIds {
  /** The same token for the same id, in letters, digits, `-` and `_`. */
  sign(id: string): string;
  /** The id that was signed; undefined for anything else. */
  read(token: string): string | undefined;
}

/** 192 bits, which nobody tries through. */
const SIGNATURE_BYTES = 24;
const FORM = /^[A-Za-z0-9_-]{54}$/;
const UUID_BYTES = 16;

/** Of UUIDs, under a key of their own for each purpose. */
export function createSignedIds(masterKey: Buffer, purpose: string): SignedIds {
  const key = deriveKey(masterKey, purpose);
  const signature = (id: Buffer): Buffer => createHmac("sha256", key).update(id).digest().subarray(0, SIGNATURE_BYTES);
  return {
    sign(id) {
      const bytes = Buffer.from(id.replaceAll("-", ""), "hex");
      return Buffer.concat([bytes, signature(bytes)]).toString("base64url");
    },
    read(token) {
      if (!FORM.test(token)) return undefined;
      const all = Buffer.from(token, "base64url");
      // Base64 has several spellings of the same bytes where the last letter has bits to spare.
      if (all.toString("base64url") !== token) return undefined;
      const [bytes, given] = [all.subarray(0, UUID_BYTES), all.subarray(UUID_BYTES)];
      if (!timingSafeEqual(signature(bytes), given)) return undefined;
      return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    },
  };
}
