/** An answer as it may stand in a document: nobody's address, key or secret in it, not even one of a test. */

type Replacement = readonly [pattern: RegExp, told: string | ((found: string) => string)];

const zeros = (prefix: string) => (found: string) => prefix + "0".repeat(found.length - prefix.length);

const replacements: readonly Replacement[] = [
  [/\b(?:user|tester|administrator)-[\w-]+@example\.com/g, "ada@example.com"],
  [/\bhttps?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?/g, "https://hooks.example"],
  [/\bhttp:\/\/service\.example/g, "https://service.example"],
  [/svc_live_[A-Za-z0-9]{20,}/g, zeros("svc_live_")],
  [/whsec_[A-Za-z0-9+/]{20,}/g, zeros("whsec_")],
  [/\/embed\/[\w.~-]{20,}/g, "/embed/the-token-of-the-embed"],
];

/** Text for text: a JSON answer stays JSON, and what holds a secret keeps its length. */
export const toldAnew = (text: string): string =>
  replacements.reduce((told, [pattern, by]) => told.replace(pattern, by as string), text);
