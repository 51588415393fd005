/** Asks for a public URL and follows where it leads, every hop through the guarded client and with leave of its own. */
import type { GuardedClient } from "../guarded-connector";
import type { OutboundFailed } from "../outcome";
import { readUrl } from "../read-url";

/** `not_public`: it may not be asked. `not_reached`: it gave no answer in time, or led round and round. */
export type FetchFault = "not_public" | "not_reached";

export type Fetched =
  | { readonly fault: FetchFault }
  | {
      /** Where it was found in the end. */
      readonly url: string;
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Buffer;
      /** More was sent than is kept. */
      readonly isCut: boolean;
    };

export interface Asking<Fault> {
  readonly accept: string;
  readonly bodyBytesMax: number;
  readonly userAgent: string;
  /** How much time there is left (ms). */
  readonly leftMs: () => number;
  /** Asked before each hop: a fault ends the walk. */
  readonly leave: (url: URL) => Promise<Fault | null>;
}

const HOPS_MAX = 5;
/** What is longer is not asked for, whoever says so. */
export const URL_CHARS_MAX = 2_048;

export async function follow<Fault>(
  outbound: Pick<GuardedClient, "request">,
  from: string,
  { accept, bodyBytesMax, userAgent, leftMs, leave }: Asking<Fault>,
): Promise<Fetched | { readonly fault: Fault }> {
  let url = readUrl(from);
  for (let hop = 0; hop <= HOPS_MAX; hop += 1) {
    if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return { fault: "not_public" };
    url.hash = "";
    if (url.href.length > URL_CHARS_MAX) return { fault: "not_reached" };
    const denied = await leave(url);
    if (denied !== null) return { fault: denied };
    const deadlineMs = leftMs();
    if (deadlineMs <= 0) return { fault: "not_reached" };
    const outcome = await outbound.request({
      ...{ method: "GET", url: url.href, deadlineMs, bodyBytesMax, plainHttp: true },
      // What is compressed can be far more than what was sent.
      headers: { accept, "accept-encoding": "identity", "user-agent": userAgent },
    });
    if (outcome.outcome === "failed") return { fault: faultOf(outcome) };
    const { status, headers, body, bodyTruncated: isCut } = outcome;
    const location = headers["location"];
    if (status < 300 || status > 399 || location === undefined) return { url: url.href, status, headers, body, isCut };
    url = readUrl(location, url.href);
  }
  return { fault: "not_reached" };
}

/** Whether a body stands as it was sent, and not compressed although nobody asked for that. */
export const isIdentity = (headers: Readonly<Record<string, string>>): boolean =>
  ["", "identity"].includes((headers["content-encoding"] ?? "").trim().toLowerCase());

/** A name that leads nowhere and one that leads to where nobody may go are told alike. */
const faultOf = ({ errorClass }: OutboundFailed): FetchFault =>
  errorClass === "blocked_address" || errorClass === "dns_error" ? "not_public" : "not_reached";
