/** The port to leases by name: what exactly one process at a time does, and who takes over when it dies, freezes or leaves. */

/** One holding of one name, from its taking until it is lost or given back. */
export interface Lease {
  readonly name: string;
  /**
   * Grows with every taking of the name. Whoever writes as the holder says it in the same transaction (`secureLease`) or as a
   * condition of the write, so that a holder that was frozen past its lease changes nothing when it goes on.
   */
  readonly fence: number;
  /** Aborts when the lease is lost, or is to be given back. The holder begins nothing more after that. */
  readonly signal: AbortSignal;
}

/** What a process does while it holds names of one kind. */
export interface LeaseDuties {
  /** Sorts the names: those of one kind are shared out evenly among the processes that want them. */
  readonly kind: string;
  readonly names: readonly string[];
  /**
   * Called for each lease that was taken; works until the signal aborts and resolves when nothing of it runs any more. Only
   * then is the name given back. Where it ends or rejects by itself, the name is given back and competed for again.
   */
  hold(lease: Lease): Promise<void>;
}

export interface LeaseHolder {
  /** Resolves after the first look for free names. */
  start(): Promise<void>;
  /** Gives everything back, so that others take it at once. */
  stop(): Promise<void>;
  /** Of one kind, by name. */
  held(kind: string): ReadonlyMap<string, Lease>;
}
