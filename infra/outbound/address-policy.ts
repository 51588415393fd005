/** Says of one IP address whether the service may ever open a connection to it. */

import { isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

export type AddressJudgement = "allowed" | "denied";

type Address = ReturnType<typeof ipaddr.parse>;

/** Special-purpose IPv4 ranges (IANA registry) and the one public address that Azure serves its host agent at. */
export const DENIED_IPV4_RANGES: readonly string[] = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];

/** The only IPv6 range that is routed globally; everything outside is denied unheard. */
export const ROUTED_IPV6_RANGE = "2000::/3";

/** What must not be reached inside the routed range: protocol assignments with Teredo, documentation, 6to4. */
export const DENIED_IPV6_RANGES: readonly string[] = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

const deniedIpv4 = DENIED_IPV4_RANGES.map((range) => ipaddr.parseCIDR(range));
const deniedIpv6 = DENIED_IPV6_RANGES.map((range) => ipaddr.parseCIDR(range));
const routedIpv6 = ipaddr.parseCIDR(ROUTED_IPV6_RANGE);
/** Networks of somebody's own (RFC 1918, RFC 4193). Link-local addresses, where clouds serve secrets, are none. */
const ownNetworks = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"].map((it) => ipaddr.parseCIDR(it));
const loopback = [ipaddr.parseCIDR("127.0.0.0/8"), ipaddr.parseCIDR("::1/128")];

/**
 * Judges an IP address in the spelling that sockets take: dotted decimal, or RFC 4291 text without a zone.
 * Any other text (octal, hexadecimal or short IPv4, a zone id, a name) is denied, never interpreted.
 */
export function judgeAddress(ip: string): AddressJudgement {
  const address = readAddress(ip);
  if (address === null) return "denied";
  if (address.kind() === "ipv4") return isInside(address, deniedIpv4) ? "denied" : "allowed";
  return address.match(routedIpv6) && !isInside(address, deniedIpv6) ? "allowed" : "denied";
}

/** True for 127.0.0.0/8 and ::1, also in IPv4-mapped form. */
export function isLoopback(ip: string): boolean {
  const address = readAddress(ip);
  return address !== null && isInside(address, loopback);
}

/** True for an address of a private network, also in IPv4-mapped form. */
export function isPrivate(ip: string): boolean {
  const address = readAddress(ip);
  return address !== null && isInside(address, ownNetworks);
}

/** The one spelling in which two texts of the same address are equal; `null` where the text is no plain address. */
export function canonicalAddress(ip: string): string | null {
  return readAddress(ip)?.toNormalizedString() ?? null;
}

/**
 * ipaddr.js alone would read octal and short IPv4, so the strict reader of `node:net` stands before it; and it takes
 * `::8.8.8.8` for a mapped address, so the URL parser first writes IPv6 without dots.
 */
function readAddress(ip: string): Address | null {
  if (isIPv4(ip)) return ipaddr.parse(ip);
  if (!isIPv6(ip) || ip.includes("%")) return null;
  return ipaddr.process(new URL(`http://[${ip}]`).hostname.slice(1, -1));
}

function isInside(address: Address, ranges: readonly [Address, number][]): boolean {
  return ranges.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));
}
