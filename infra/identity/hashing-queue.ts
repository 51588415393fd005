/** Lets few passwords be hashed at a time: each costs much memory and a thread, and strangers can ask for it. */
import { createLine, type Line, type LineLimits } from "../time/line";

/** So many wait already that another would wait in vain. */
export class TooManyHashes extends Error {
  override readonly name = "TooManyHashes";
}

/** Rejects with TooManyHashes, at once, where the queue is full. */
export const createHashingQueue = (limits: LineLimits): Line =>
  createLine(limits, () => new TooManyHashes("Too many passwords are being hashed."));
