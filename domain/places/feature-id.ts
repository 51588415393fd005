/** The two numbers by which maps call a place, and the place id that is made of the same two numbers. */

/** `cid` alone also names the place; both are unsigned and have 64 bits. */
export interface FeatureId {
  readonly cell: bigint;
  readonly cid: bigint;
}

/** A message with two fixed64 fields: `0a 12` opens it, `09` and `11` precede the numbers, the lowest byte first. */
const BYTES = 20;
const MARKS: readonly (readonly [at: number, byte: number])[] = [
  [0, 0x0a],
  [1, 0x12],
  [2, 0x09],
  [11, 0x11],
];
const CELL_AT = 3;
const CID_AT = 12;
/** The cid begins at a multiple of six bits, so it has characters of its own. */
const CID_CHARACTERS = 11;

/** The greatest number that either half can be. */
export const FEATURE_NUMBER_MAX = 2n ** 64n - 1n;

/** Throws a RangeError where a number has more than 64 bits. */
export function placeIdOf({ cell, cid }: FeatureId): string {
  const bytes = Buffer.alloc(BYTES);
  for (const [at, byte] of MARKS) bytes.writeUInt8(byte, at);
  bytes.writeBigUInt64LE(cell, CELL_AT);
  bytes.writeBigUInt64LE(cid, CID_AT);
  return bytes.toString("base64url");
}

/** Undefined for place ids of any other form. */
export function featureIdOf(placeId: string): FeatureId | undefined {
  const bytes = Buffer.from(placeId, "base64url");
  if (bytes.length !== BYTES || MARKS.some(([at, byte]) => bytes[at] !== byte)) return undefined;
  const feature = { cell: bytes.readBigUInt64LE(CELL_AT), cid: bytes.readBigUInt64LE(CID_AT) };
  return placeIdOf(feature) === placeId ? feature : undefined;
}

/** How every place id ends that holds this cid. */
export const placeIdEnding = (cid: bigint): string => placeIdOf({ cell: 0n, cid }).slice(-CID_CHARACTERS);
