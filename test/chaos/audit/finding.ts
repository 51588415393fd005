/** What the audit counts and what it has found: anything lost, doubled so that nobody could tell, or in another order is a failure. */

export interface Finding {
  readonly kind: "lost" | "doubled" | "out of order" | "wrong";
  readonly what: string;
}

export interface Part {
  readonly name: string;
  /** How many were looked at. */
  readonly checked: number;
  /** Came twice, and could be told by its id. */
  readonly repeated: number;
  readonly findings: readonly Finding[];
}

export const lost = (what: string): Finding => ({ kind: "lost", what });
export const doubled = (what: string): Finding => ({ kind: "doubled", what });
export const outOfOrder = (what: string): Finding => ({ kind: "out of order", what });
export const wrong = (what: string): Finding => ({ kind: "wrong", what });
