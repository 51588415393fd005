/** Requests and answers as the kernel sees them: plain values, whatever server carries them. */
import { isIPv6 } from "node:net";
import type { Readable } from "node:stream";
import { parseCookie } from "cookie";
import type { StreamedBody } from "./endpoint";

export type Headers = Readonly<Record<string, string | readonly string[]>>;

/** Longer than any id: nothing stands at such an address, and nothing needs to be looked up to say so. */
export const PARAM_CHARS_MAX = 200;

export interface HttpRequest {
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  /** Path and query to the letter, for what is signed over them. */
  readonly target: string;
  readonly params: Readonly<Record<string, string>>;
  readonly search: URLSearchParams;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly remoteAddress: string;
  readonly stream: Readable;
  /** Aborts when the answer has left, or nobody waits for it any more. */
  readonly closed: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | Uint8Array | StreamedBody | undefined;
}

export const isStreamed = (body: unknown): body is StreamedBody =>
  typeof body === "object" && body !== null && "chunks" in body && "contentType" in body;

/** The value of a cookie, undefined where the browser sent none by that name. */
export function cookie(request: HttpRequest, name: string): string | undefined {
  const header = request.headers["cookie"];
  return header === undefined ? undefined : parseCookie(header)[name];
}

/** The token of `Authorization: Bearer …`. */
export function bearerToken(request: HttpRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers["authorization"] ?? "")?.[1];
}

/** The caller's address: the one that the outermost of our own `trustedProxies` saw; never one that the caller made up. */
export function clientIp(request: HttpRequest, trustedProxies: number): string {
  const forwarded = (request.headers["x-forwarded-for"] ?? "").split(",").map((part) => part.trim());
  const hops = [...forwarded.filter((part) => part !== ""), request.remoteAddress];
  const seen = hops[Math.max(0, hops.length - 1 - trustedProxies)] ?? request.remoteAddress;
  return seen.replace(/^::ffff:(?=\d+\.)/i, "");
}

/** What limits count as one address: an IPv6 client has a whole /64 to itself and could come from a new one each time. */
export function addressBlock(ip: string): string {
  const [address = ""] = ip.split("%");
  if (!isIPv6(address)) return ip;
  const [head = "", tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split("::");
  const groups = (text: string): readonly string[] => (text === "" ? [] : text.split(":"));
  const after = groups(tail ?? "");
  const zeros = Array.from({ length: 8 - groups(head).length - after.length }, () => "0");
  return `${[...groups(head), ...zeros, ...after].slice(0, 4).join(":")}::/64`;
}
