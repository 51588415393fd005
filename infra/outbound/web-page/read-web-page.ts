/** Reads one public page that a caller named: within bounds, by the rules of its robots.txt, and as text alone. */
import { performance } from "node:perf_hooks";
import type { GuardedClient } from "../guarded-connector";
import { follow, isIdentity, type FetchFault } from "./following";
import { pageText, type PageText } from "./page-text";
import { ROBOTS_BYTES_MAX, ROBOTS_NAME, robotsOf, type Robots, type RobotsVerdict } from "./robots";

export type WebPageFault = FetchFault | "robots_forbid" | "robots_not_reached" | "not_html" | "too_big";

export interface WebPage extends PageText {
  /** Where it was found in the end. */
  readonly url: string;
}

/** HTML that is longer is refused, because half a page says something else than the whole. */
export const PAGE_BYTES_MAX = 512 * 1_024;
/** For the page, its rules, and everything that they redirect to. */
const DEADLINE_MS = 10_000;
const USER_AGENT = `${ROBOTS_NAME}/1`;

const denials: Readonly<Record<RobotsVerdict, WebPageFault | null>> = {
  ...{ allowed: null, forbidden: "robots_forbid", not_reached: "robots_not_reached" },
};

export interface Reading {
  readonly outbound: Pick<GuardedClient, "request">;
  readonly monotonicMs?: () => number;
}

export async function readWebPage(
  url: string,
  { outbound, monotonicMs = () => performance.now() }: Reading,
): Promise<WebPage | { readonly fault: WebPageFault }> {
  const until = monotonicMs() + DEADLINE_MS;
  const asking = { userAgent: USER_AGENT, leftMs: () => Math.ceil(until - monotonicMs()) };
  const rulesOf = async (robotsUrl: string): Promise<Robots | "not_public"> => {
    const fetched = await follow<never>(outbound, robotsUrl, {
      ...asking,
      ...{ accept: "text/plain", bodyBytesMax: ROBOTS_BYTES_MAX, leave: () => Promise.resolve(null) },
    });
    return "fault" in fetched && fetched.fault === "not_public" ? "not_public" : robotsOf(robotsUrl, fetched);
  };
  /** By where they stand: a walk asks for the rules of a site once. */
  const known = new Map<string, Robots | "not_public">();
  const leave = async (page: URL): Promise<WebPageFault | null> => {
    const robotsUrl = new URL("/robots.txt", page).href;
    const rules = known.get(robotsUrl) ?? (await rulesOf(robotsUrl));
    known.set(robotsUrl, rules);
    return rules === "not_public" ? rules : denials[rules(page.href)];
  };
  const found = await follow<WebPageFault>(outbound, url, {
    ...asking,
    ...{ accept: "text/html", bodyBytesMax: PAGE_BYTES_MAX, leave },
  });
  if ("fault" in found) return found;
  if (found.status < 200 || found.status > 299) return { fault: "not_reached" };
  const charset = charsetOf(found.headers["content-type"] ?? "", found.body);
  if (charset === null || !isIdentity(found.headers)) return { fault: "not_html" };
  if (found.isCut) return { fault: "too_big" };
  return { url: found.url, ...pageText(decoded(found.body, charset)) };
}

const DECLARED_WITHIN = 1_024;

/** How the page is encoded; null where it is not HTML. */
function charsetOf(contentType: string, body: Buffer): string | null {
  if (!/^(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(contentType.trim())) return null;
  const named = (text: string) => /charset\s*=\s*["']?([\w.:-]+)/i.exec(text)?.[1];
  return named(contentType) ?? named(body.toString("latin1", 0, DECLARED_WITHIN)) ?? "utf-8";
}

function decoded(body: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    // It names an encoding that nobody knows.
    return new TextDecoder().decode(body);
  }
}
