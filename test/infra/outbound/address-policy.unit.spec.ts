import { BlockList, isIPv4 } from "node:net";
import fc from "fast-check";
import { canonicalAddress, isLoopback, judgeAddress } from "../../../infra/outbound/address-policy";
import { allowedAddresses, deniedIpv4, deniedIpv6, unreadableAddresses } from "./denied-spellings";

describe("the address policy", () => {
  test.each(deniedIpv4)("denies %s", (address) => {
    expect(judgeAddress(address)).toBe("denied");
  });

  test.each(deniedIpv4)("denies %s in both IPv4-mapped spellings", (address) => {
    expect([judgeAddress(`::ffff:${address}`), judgeAddress(mappedInHex(address))]).toEqual(["denied", "denied"]);
  });

  test.each(deniedIpv6)("denies %s", (address) => {
    expect(judgeAddress(address)).toBe("denied");
  });

  test.each(deniedIpv6)("denies %s in upper case and written out", (address) => {
    expect(judgeAddress(address.toUpperCase())).toBe("denied");
    expect(judgeAddress(canonicalAddress(address) ?? "")).toBe("denied");
  });

  test.each(unreadableAddresses)("denies %j, which no socket takes as an address", (text) => {
    expect(judgeAddress(text)).toBe("denied");
  });

  test.each(allowedAddresses)("allows %s", (address) => {
    expect(judgeAddress(address)).toBe("allowed");
  });

  it("judges any IPv4 address as an independent list of the same ranges does, mapped or not", () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const expected = independentList().check(address, "ipv4") ? "denied" : "allowed";
        expect(judgeAddress(address)).toBe(expected);
        expect(judgeAddress(`::ffff:${address}`)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  it("allows an IPv6 address only inside the routed range and outside its reserved parts", () => {
    const routed = fc
      .tuple(fc.integer({ min: 0x2000, max: 0x3fff }), groups(7))
      .map(([first, rest]) => spell([first, ...rest]));
    fc.assert(
      fc.property(fc.oneof(groups(8).map(spell), routed, reserved()), (address) => {
        expect(judgeAddress(address)).toBe(expectedOfIpv6(address));
      }),
      { numRuns: 1_000 },
    );
  });

  it("never allows a text that is not an address", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4Extended(), fc.webUrl()), (text) => {
        fc.pre(!isIPv4(text) && canonicalAddress(text) === null);
        expect(judgeAddress(text)).toBe("denied");
      }),
    );
  });

  it("knows loopback in every form and nothing else as loopback", () => {
    expect(["127.0.0.1", "127.255.0.1", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1"].map(isLoopback)).not.toContain(
      false,
    );
    expect(
      ["10.0.0.1", "169.254.169.254", "::", "::2", "1.1.1.1", "localhost", "127.1", ""].map(isLoopback),
    ).not.toContain(true);
  });
});

const groups = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: length, maxLength: length });

const spell = (values: readonly number[]): string => values.map((value) => value.toString(16)).join(":");

/** Addresses under the prefixes around which the rules turn. */
const reserved = () =>
  fc
    .tuple(
      fc.constantFrom([0x2001, 0], [0x2001, 0x1ff], [0x2001, 0x200], [0x2001, 0xdb8], [0x2002, 1], [0x3fff, 0xfff]),
      groups(6),
    )
    .map(([head, rest]) => spell([...head, ...rest]));

/** The rules a second time, in arithmetic on the first two groups. */
function expectedOfIpv6(address: string): string {
  const [first = 0, second = 0, ...rest] = address.split(":").map((group) => Number.parseInt(group, 16));
  const isMapped = [first, second, ...rest.slice(0, 3)].every((group) => group === 0) && rest[3] === 0xffff;
  if (isMapped || first < 0x2000 || first > 0x3fff) return "denied";
  if (first === 0x2001 && (second < 0x200 || second === 0xdb8)) return "denied";
  return first === 0x2002 || (first === 0x3fff && second < 0x1000) ? "denied" : "allowed";
}

function mappedInHex(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  return `::ffff:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

/** The documented ranges as first and last address, read by the platform's own list. */
function independentList(): BlockList {
  const list = new BlockList();
  const ranges = [
    ["0.0.0.0", "0.255.255.255"],
    ["10.0.0.0", "10.255.255.255"],
    ["100.64.0.0", "100.127.255.255"],
    ["127.0.0.0", "127.255.255.255"],
    ["168.63.129.16", "168.63.129.16"],
    ["169.254.0.0", "169.254.255.255"],
    ["172.16.0.0", "172.31.255.255"],
    ["192.0.0.0", "192.0.0.255"],
    ["192.0.2.0", "192.0.2.255"],
    ["192.88.99.0", "192.88.99.255"],
    ["192.168.0.0", "192.168.255.255"],
    ["198.18.0.0", "198.19.255.255"],
    ["198.51.100.0", "198.51.100.255"],
    ["203.0.113.0", "203.0.113.255"],
    ["224.0.0.0", "255.255.255.255"],
  ] as const;
  for (const [first, last] of ranges) list.addRange(first, last, "ipv4");
  return list;
}
