/** A certificate authority and a server's certificate for 127.0.0.1, made for one test (X.509, RFC 5280). */
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import { systemClock } from "../../infra/time/clock";

export interface ServerIdentity {
  /** PEM of who signed it: what a client must trust. */
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

const DAY_MS = 86_400_000;

export function makeServerIdentity(): ServerIdentity {
  const authority = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const server = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const named = "Test authority";
  const ca = certificate({
    subject: named,
    of: authority.publicKey,
    issuer: named,
    by: authority.privateKey,
    isCa: true,
  });
  const own = certificate({
    subject: "node",
    of: server.publicKey,
    issuer: named,
    by: authority.privateKey,
    isCa: false,
  });
  const key = server.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return { authority: pem(ca), certificate: pem(own), key };
}

interface Wanted {
  readonly subject: string;
  readonly of: KeyObject;
  readonly issuer: string;
  readonly by: KeyObject;
  readonly isCa: boolean;
}

const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  text: 0x0c,
  time: 0x18,
  list: 0x30,
  set: 0x31,
};
const ECDSA_WITH_SHA256 = "2a8648ce3d040302";
const COMMON_NAME = "550403";
const BASIC_CONSTRAINTS = "551d13";
const SUBJECT_ALT_NAME = "551d11";
const SAN_DNS = 0x82;
const SAN_ADDRESS = 0x87;
const VERSION = 0xa0;
const EXTENSIONS = 0xa3;
const X509_V3 = 2;
const YES = 0xff;
const LONGEST_SHORT_LENGTH = 0x7f;

function certificate({ subject, of, issuer, by, isCa }: Wanted): Buffer {
  const now = systemClock.now().getTime();
  const algorithm = der(TAG.list, oid(ECDSA_WITH_SHA256));
  const constraints = der(TAG.list, ...(isCa ? [der(TAG.boolean, Buffer.from([YES]))] : []));
  const names = der(TAG.list, der(SAN_DNS, Buffer.from("localhost")), der(SAN_ADDRESS, Buffer.from([127, 0, 0, 1])));
  const signed = der(
    TAG.list,
    der(VERSION, der(TAG.integer, Buffer.from([X509_V3]))),
    der(TAG.integer, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    nameOf(issuer),
    der(TAG.list, time(now - DAY_MS), time(now + DAY_MS)),
    nameOf(subject),
    of.export({ type: "spki", format: "der" }),
    der(EXTENSIONS, der(TAG.list, extension(BASIC_CONSTRAINTS, constraints), extension(SUBJECT_ALT_NAME, names))),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign("sha256", signed, by)]);
  return der(TAG.list, signed, algorithm, der(TAG.bits, signature));
}

function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const size = content.length;
  const length = size <= LONGEST_SHORT_LENGTH ? [size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const oid = (hex: string): Buffer => der(TAG.oid, Buffer.from(hex, "hex"));

const nameOf = (text: string): Buffer =>
  der(TAG.list, der(TAG.set, der(TAG.list, oid(COMMON_NAME), der(TAG.text, Buffer.from(text)))));

const extension = (kind: string, value: Buffer): Buffer => der(TAG.list, oid(kind), der(TAG.octets, value));

function time(at: number): Buffer {
  return der(TAG.time, Buffer.from(new Date(at).toISOString().replace(/[-:T]|\.\d+/g, "")));
}

function pem(content: Buffer): string {
  const lines = content.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}
