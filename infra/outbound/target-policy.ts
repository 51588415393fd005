/** Judges the text of a URL before anything is resolved: what the service will never call, whatever it resolves to. */

import { isIP } from "node:net";
import { canonicalAddress, isLoopback, isPrivate, judgeAddress } from "./address-policy";
import { readUrl } from "./read-url";

/** Why a target is refused; stable for clients. `target_not_public` says alike "blocked" and "does not resolve". */
export type TargetRefusal =
  "url_invalid" | "url_not_https" | "url_port_not_allowed" | "url_has_credentials" | "target_not_public";

export interface RefusedTarget {
  readonly ok: false;
  readonly refused: TargetRefusal;
  readonly message: string;
}

export interface AcceptedTarget {
  readonly ok: true;
  readonly url: URL;
  /** The name to resolve, or the IP literal without brackets. */
  readonly host: string;
  readonly port: number;
  /** True for a target named in the allowed targets: it may be plain HTTP and may live at a loopback address. */
  readonly loopbackAllowed: boolean;
  /** True for a target named in the private targets: it may live in a private network as well. */
  readonly privateAllowed: boolean;
}

export interface TargetPolicy {
  readonly allowedTargets: ReadonlySet<string>;
  readonly privateTargets: ReadonlySet<string>;
  readonly allowedPorts: ReadonlySet<number>;
  readonly ownNames: readonly string[];
  readonly ownAddresses: ReadonlySet<string>;
}

export interface TargetPolicyOptions {
  /** `host:port` exceptions for development and tests (setting `WEBHOOK_ALLOWED_TARGETS`). */
  readonly allowedTargets?: readonly string[];
  /** `host:port` of the operator's own servers, which may be in a private network (setting `GENERATION_ALLOWED_TARGETS`). */
  readonly privateTargets?: readonly string[];
  /** Ports that a URL may name; 443 alone by default. */
  readonly allowedPorts?: readonly number[];
  /** Host names of this service; they and their subdomains are never called. */
  readonly ownNames?: readonly string[];
  /** Addresses of this service that are public and still must never be called. */
  readonly ownAddresses?: readonly string[];
}

const URL_CHARS_MAX = 2_048;
const HTTP_PORT = 80;
const PRIVATE_SUFFIXES = [".localhost", ".local", ".internal", ".home.arpa"];

const MESSAGES: Readonly<Record<TargetRefusal, string>> = {
  url_invalid: "The URL cannot be read.",
  url_not_https: "The URL must start with https://.",
  url_port_not_allowed: "The URL names a port that is not allowed.",
  url_has_credentials: "The URL must not carry a user name or a password.",
  target_not_public: "The host does not resolve to a public address.",
};

/** Builds the refusal with its one message, so that equal codes can never be told apart. */
export function refuseTarget(refused: TargetRefusal): RefusedTarget {
  return { ok: false, refused, message: MESSAGES[refused] };
}

/** Reads the options once; throws with a sentence where an entry cannot be meant. */
export function createTargetPolicy(options: TargetPolicyOptions = {}): TargetPolicy {
  return {
    allowedTargets: new Set((options.allowedTargets ?? []).map(readAllowedTarget)),
    privateTargets: new Set((options.privateTargets ?? []).map(readAllowedTarget)),
    allowedPorts: new Set(options.allowedPorts ?? [443]),
    ownNames: (options.ownNames ?? []).map((name) => name.toLowerCase()),
    ownAddresses: new Set((options.ownAddresses ?? []).map(readOwnAddress)),
  };
}

/**
 * Judges a raw URL. The URL parser of the platform has the only say about what its host is (IDN, octal, hexadecimal,
 * short and integer IPv4), and what it read is what is later resolved, dialled and named in TLS. `plainHttp` accepts
 * http:// at its own port as well, for what is only read and tells nothing of ours.
 */
export function judgeUrl(
  raw: string,
  policy: TargetPolicy,
  { plainHttp = false }: { readonly plainHttp?: boolean | undefined } = {},
): AcceptedTarget | RefusedTarget {
  const url = readTarget(raw);
  if (url === null) return refuseTarget("url_invalid");
  if (url.username !== "" || url.password !== "") return refuseTarget("url_has_credentials");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = portOf(url);
  const accepted = { ok: true, url, host, port } as const;
  const named = `${url.hostname}:${String(port)}`;
  const privateAllowed = policy.privateTargets.has(named);
  if (privateAllowed || policy.allowedTargets.has(named)) return { ...accepted, loopbackAllowed: true, privateAllowed };
  const isPlain = plainHttp && url.protocol === "http:";
  if (url.protocol !== "https:" && !isPlain) return refuseTarget("url_not_https");
  if (isPlain ? port !== HTTP_PORT : !policy.allowedPorts.has(port)) return refuseTarget("url_port_not_allowed");
  if (!isPublicHost(host, policy)) return refuseTarget("target_not_public");
  return { ...accepted, loopbackAllowed: false, privateAllowed };
}

type Reach = Pick<AcceptedTarget, "loopbackAllowed" | "privateAllowed">;
const NOWHERE_PRIVATE: Reach = { loopbackAllowed: false, privateAllowed: false };

/** Says whether one address that a target resolved to may be dialled for that target. */
export function mayDial(ip: string, target: Reach, policy: TargetPolicy): boolean {
  if (target.loopbackAllowed && isLoopback(ip)) return true;
  if (target.privateAllowed && isPrivate(ip)) return true;
  const canonical = canonicalAddress(ip);
  return canonical !== null && judgeAddress(ip) === "allowed" && !policy.ownAddresses.has(canonical);
}

/** Whitespace, control characters and backslashes are repaired by the URL parser; nobody means them, so they end here. */
function readTarget(raw: string): URL | null {
  if (raw.length > URL_CHARS_MAX || !/^https?:\/\/[^/]/i.test(raw) || /[\s\\\p{C}]/u.test(raw)) return null;
  return readUrl(raw);
}

function portOf(url: URL): number {
  if (url.port !== "") return Number(url.port);
  return url.protocol === "https:" ? 443 : 80;
}

function isPublicHost(host: string, policy: TargetPolicy): boolean {
  if (isIP(host) !== 0) return mayDial(host, NOWHERE_PRIVATE, policy);
  // A name without a dot is completed from the machine's search domains, which are private.
  if (host.endsWith(".") || !host.includes(".")) return false;
  if (PRIVATE_SUFFIXES.some((suffix) => host.endsWith(suffix) || `.${host}` === suffix)) return false;
  return !policy.ownNames.some((own) => host === own || host.endsWith(`.${own}`));
}

function readAllowedTarget(entry: string): string {
  const url = /^[^/@?#]+:\d+$/.test(entry) ? readUrl(`http://${entry}`) : null;
  if (url === null) throw new Error(`An allowed target is written host:port, not "${entry}".`);
  return `${url.hostname}:${String(portOf(url))}`;
}

function readOwnAddress(entry: string): string {
  const address = canonicalAddress(entry);
  if (address === null) throw new Error(`An own address is an IP address, not "${entry}".`);
  return address;
}
