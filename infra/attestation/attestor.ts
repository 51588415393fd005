/** Signs in the service's name what others can check without it: Ed25519 (RFC 8032), its key derived from the master key. */
import { createHash, createPrivateKey, createPublicKey, sign, verify, type JsonWebKey } from "node:crypto";
import { deriveKey } from "../identity/keyed-hash";

/** A public key as it is published (RFC 7517, RFC 8037). */
export interface PublishedKey extends JsonWebKey {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
  readonly kid: string;
}

export interface Attestor {
  readonly publicKey: PublishedKey;
  /** The signature of a text's UTF-8 bytes, base64url. */
  sign(text: string): string;
  /** Whether the text was signed with the service's own key of this id; false where it has none of that id. */
  hasSigned(text: string, signature: string, keyId: string): boolean;
}

/** What stands before the 32 bytes of a key in PKCS #8 (RFC 8410). */
const PKCS8_ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");

/** The same master key signs with the same key in every process; `kid` is the key's thumbprint (RFC 7638). */
export function createAttestor(masterKey: Buffer): Attestor {
  const seed = deriveKey(masterKey, "attestation");
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: "der", type: "pkcs8" });
  const { x } = createPublicKey(key).export({ format: "jwk" });
  if (x === undefined) throw new Error("The attestation key could not be made.");
  const kid = createHash("sha256")
    .update(JSON.stringify({ crv: "Ed25519", kty: "OKP", x }))
    .digest("base64url");
  const publicKey = { kty: "OKP", crv: "Ed25519", x, kid } as const;
  return {
    publicKey,
    sign: (text) => sign(null, Buffer.from(text, "utf8"), key).toString("base64url"),
    hasSigned: (text, signature, keyId) => keyId === kid && isSigned(text, signature, publicKey),
  };
}

/** Whether the signature of the text was made with the key; false also for what is no signature. */
export function isSigned(
  text: string,
  signature: string,
  { kty, crv, x }: Pick<PublishedKey, "kty" | "crv" | "x">,
): boolean {
  const key = createPublicKey({ key: { kty, crv, x }, format: "jwk" });
  return verify(null, Buffer.from(text, "utf8"), key, Buffer.from(signature, "base64url"));
}
