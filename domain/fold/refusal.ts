/** A refused decision is a value: a stable code for clients, a sentence for people, facts to act on. */

/** `details` holds facts that a client can act on, such as a quota or the instant until which something was possible. */
export interface Refusal<Code extends string = string> {
  readonly refused: Code;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === "object" && value !== null && "refused" in value;
}
