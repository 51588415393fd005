/** Reads the text of a URL. */

/**
 * The URL, or null for what is none. `URL.canParse` is not asked: in Node 20, once it is compiled, it refuses what holds letters
 * such as é, and says so only after some thousand calls.
 */
export function readUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
