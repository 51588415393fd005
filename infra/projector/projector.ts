/** What the rest of the service may ask of the projection engine. */

/** `halted` names the event a projection stopped at; the others go on. Lag counts from the oldest event not yet applied. */
export interface ProjectionStatus {
  readonly table: string;
  readonly version: number;
  readonly position: number;
  readonly secondsBehind: number;
  readonly state: "live" | "catching_up" | "halted" | "elsewhere";
  readonly halted?: { readonly position: number; readonly eventId: string; readonly error: string };
}

export interface ReadPositions {
  /** Waits until all these tables have seen the log up to `position`; false where they had not within the time. */
  reached(tables: readonly string[], position: number, timeoutMs: number): Promise<boolean>;
}

/** An owner that was erased, as the event says: its rows leave every table. */
export interface Erasure {
  readonly kind: "account" | "business" | "place";
  readonly id: string;
}
