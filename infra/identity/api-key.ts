/** The form of an API key: `svc_live_` and 48 hexadecimal digits (interface specification, Authentication). */

const FORM = /^svc_live_[0-9a-f]{48}$/;

/** How much of a key its owner is shown later, to tell keys apart. */
const PREFIX_LENGTH = "svc_live_".length + 8;

export interface GeneratedApiKey {
  /** Shown once, never stored. */
  readonly key: string;
  readonly prefix: string;
}

export function generateApiKey(randomBytes: (length: number) => Buffer): GeneratedApiKey {
  const key = `svc_live_${randomBytes(24).toString("hex")}`;
  return { key, prefix: key.slice(0, PREFIX_LENGTH) };
}

export function looksLikeApiKey(presented: string): boolean {
  return FORM.test(presented);
}
