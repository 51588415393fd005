/** The one source of ids and randomness. New ids are time-ordered (UUIDv7); derived ids are the same for the same parts (UUIDv5). */
import { randomBytes } from "node:crypto";
import { v5, v7 } from "uuid";
import type { Clock } from "../time/clock";

export interface Ids {
  /** A fresh, time-ordered UUID. */
  next(): string;
  /** The UUID that these parts always give. */
  derive(...parts: readonly string[]): string;
  /** Cryptographically random bytes. */
  bytes(length: number): Buffer;
}

const NAMESPACE = "7f7c6a52-3f1e-5d0b-9d5c-2a8f0f6b1c11";

export function createIds(clock: Clock): Ids {
  return {
    next: () => v7({ msecs: clock.now().getTime() }),
    derive: (...parts) => v5(parts.map((part) => `${part.length}:${part}`).join(""), NAMESPACE),
    bytes: (length) => randomBytes(length),
  };
}
