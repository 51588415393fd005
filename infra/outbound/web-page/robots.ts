/** Whether the rules of a site let its pages be read (RFC 9309): found soon, whatever somebody wrote into them. */
import robotsParser from "robots-parser";
import { isIdentity, URL_CHARS_MAX, type Fetched } from "./following";

/** The name by which sites address this reader in their robots.txt. */
export const ROBOTS_NAME = "LocalBusinessIntelligence-Reader";

export type RobotsVerdict = "allowed" | "forbidden" | "not_reached";
/** What a robots.txt says of a page of its own site. */
export type Robots = (pageUrl: string) => RobotsVerdict;

/** RFC 9309, 2.5: at least so much of it is read. */
export const ROBOTS_BYTES_MAX = 512_000;

const TOO_MANY_REQUESTS = 429;
/** A site that has more rules for one reader, or rules that are dearer to follow, is left alone: none of them is passed over. */
const RULES_MAX = 5_000;
/** Characters of patterns with `*`, and rules, times characters of the path: what the worst of them costs. */
const STEPS_MAX = 60_000_000;

/** What the answer to robots.txt means: none there (4xx) allows all, none that can be had or read forbids for now. */
export function robotsOf(robotsUrl: string, fetched: Fetched): Robots {
  if ("fault" in fetched) return () => "not_reached";
  const { status, body } = fetched;
  if (status >= 500 || status === TOO_MANY_REQUESTS) return () => "not_reached";
  if (status < 200 || status > 299) return () => "allowed";
  // Bytes that are compressed would be read as rules of nobody.
  if (!isIdentity(fetched.headers)) return () => "not_reached";
  // Rules of a robots.txt that was redirected to are those of the site that was asked.
  const lines = rulesForUs(body.toString("utf8"));
  if (lines.length > RULES_MAX) return () => "not_reached";
  const wild = lines.filter((line) => line.includes("*")).reduce((all, line) => all + encodedChars(line), 0);
  let rules: ReturnType<typeof robotsParser> | undefined;
  return (pageUrl) => {
    if ((wild + lines.length) * pageUrl.length > STEPS_MAX) return "not_reached";
    rules ??= robotsParser(robotsUrl, ["User-agent: *", ...lines].join("\n"));
    return rules.isAllowed(pageUrl, ROBOTS_NAME) === false ? "forbidden" : "allowed";
  };
}

/** As they name this reader; the first that is there counts. */
const NAMES = [ROBOTS_NAME.toLowerCase(), "*"];

/** At most: a byte that a URL does not have as it is takes three characters in it. */
const encodedChars = (line: string): number => 3 * Buffer.byteLength(line);

/**
 * The lines that are for this reader by its name, or else for all: the parser keeps each rule for each name of its group, and
 * needs time for every `*` of a run, so it is given neither.
 */
function rulesForUs(text: string): readonly string[] {
  const rules = new Map<string, string[]>();
  let names = new Set<string>();
  let isNaming = false;
  for (const whole of text.split(/\r\n|\r|\n/)) {
    const [line = ""] = whole.split("#", 1);
    const colon = line.indexOf(":");
    const field = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (field === "") continue;
    const value = line.slice(colon + 1).trim();
    if (field === "user-agent") {
      if (!isNaming) names = new Set();
      const [name = ""] = value.toLowerCase().split("/", 1);
      if (NAMES.includes(name.trim())) names.add(name.trim());
      for (const one of names) if (!rules.has(one)) rules.set(one, []);
    } else if (field === "allow" || field === "disallow") {
      // A longer one is for pages that are not read.
      const pattern = value.replace(/\*{2,}/g, "*");
      if (pattern.length <= URL_CHARS_MAX) for (const one of names) rules.get(one)?.push(`${field}: ${pattern}`);
    }
    isNaming = field === "user-agent";
  }
  return NAMES.map((name) => rules.get(name)).find((own) => own !== undefined) ?? [];
}
