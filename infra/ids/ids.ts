/** The one source of ids and randomness. New ids are time-ordered (UUIDv7); derived ids are the same for the same parts (UUIDv5). */
import { hash, randomBytes } from "node:crypto";
import { parse, v7 } from "uuid";
import type { Clock } from "../time/clock";

export interface Ids {
  /** A fresh, time-ordered UUID. */
  next(): string;
  /** The UUID that these parts always give. */
  derive(...parts: readonly string[]): string;
  /** Cryptographically random bytes. */
  bytes(length: number): Buffer;
}

const NAMESPACE = Buffer.from(parse("7f7c6a52-3f1e-5d0b-9d5c-2a8f0f6b1c11"));

export function createIds(clock: Clock): Ids {
  return {
    next: () => v7({ msecs: clock.now().getTime() }),
    derive: (...parts) => named(parts.map((part) => `${part.length}:${part}`).join("")),
    bytes: (length) => randomBytes(length),
  };
}

/** UUIDv5 of a name (RFC 9562, section 5.5). Every event has such an id: the library takes several times as long for it. */
function named(name: string): string {
  const digits = hash("sha1", Buffer.concat([NAMESPACE, Buffer.from(name, "utf8")]), "hex");
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 0b0011) | 0b1000).toString(16);
  const [low, middle, high] = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(13, 16)];
  return `${low}-${middle}-5${high}-${variant}${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}
