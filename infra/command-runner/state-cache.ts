/** Keeps the snapshots of the streams used last, bounded in streams and in the commands that they remember. */
import type { Snapshot } from "./snapshot";

export interface StateCacheLimits {
  /** Streams at most. */
  readonly entriesMax: number;
  /** Commands that all of them together remember at most; the stream used last stays even where it alone has more. */
  readonly commandsMax: number;
}

export class StateCache {
  readonly #limits: StateCacheLimits;
  readonly #entries = new Map<string, { readonly snapshot: Snapshot; readonly commands: number }>();
  #commands = 0;

  constructor(limits: StateCacheLimits) {
    this.#limits = limits;
  }

  get(stream: string): Snapshot | undefined {
    const entry = this.#entries.get(stream);
    if (entry === undefined) return undefined;
    this.#entries.delete(stream);
    this.#entries.set(stream, entry);
    return entry.snapshot;
  }

  /** Keeps the snapshot unless one that is further on is there already, or the stream holds nothing. */
  keep(stream: string, snapshot: Snapshot): void {
    // Anyone can ask for streams that do not exist; there are more of those than any memory holds.
    if (snapshot.revision < 0) return;
    const known = this.#entries.get(stream);
    if (known !== undefined && known.snapshot.revision > snapshot.revision) return;
    this.forget(stream);
    this.#entries.set(stream, { snapshot, commands: snapshot.commands.size });
    this.#commands += snapshot.commands.size;
    this.#evict();
  }

  streams(): readonly string[] {
    return [...this.#entries.keys()];
  }

  forget(stream: string): void {
    this.#commands -= this.#entries.get(stream)?.commands ?? 0;
    this.#entries.delete(stream);
  }

  #evict(): void {
    const { entriesMax, commandsMax } = this.#limits;
    for (const stream of this.#entries.keys()) {
      if (this.#entries.size <= 1) return;
      if (this.#entries.size <= entriesMax && this.#commands <= commandsMax) return;
      this.forget(stream);
    }
  }
}
