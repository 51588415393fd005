/** The heads that a chain had after each of its last events, 32 bytes each. */
const BYTES = 32;

export class RecentHeads {
  /** Whose head stands first, counted from 1. */
  #first = 1;
  #held = 0;
  #bytes: Buffer = Buffer.alloc(64 * BYTES);

  /** `count` is one more than at the push before. */
  push(count: number, head: string): void {
    if (this.#held === 0) this.#first = count;
    if ((this.#held + 1) * BYTES > this.#bytes.length)
      this.#bytes = Buffer.concat([this.#bytes], this.#bytes.length * 2);
    this.#bytes.write(head, this.#held * BYTES, "hex");
    this.#held += 1;
  }

  /** The head after `count` events, in hex; undefined where it is not held. */
  at(count: number): string | undefined {
    const index = count - this.#first;
    if (index < 0 || index >= this.#held) return undefined;
    return this.#bytes.toString("hex", index * BYTES, (index + 1) * BYTES);
  }

  /** Up to and with the head after `count` events. */
  forget(count: number): void {
    const gone = Math.min(this.#held, Math.max(0, count + 1 - this.#first));
    this.#bytes.copy(this.#bytes, 0, gone * BYTES, this.#held * BYTES);
    this.#held -= gone;
    this.#first += gone;
  }
}
