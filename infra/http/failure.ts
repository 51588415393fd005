/** Why the kernel does not answer with what a handler gave: a status, a stable code, a sentence and facts to act on. */

/** `members` join the error body, `headers` the answer. */
export class Failure extends Error {
  override readonly name = "Failure";

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly members: Readonly<Record<string, unknown>> = {},
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** One thing wrong with a request: where it is, in dots, and what is expected there. */
export interface Detail {
  readonly path: string;
  readonly message: string;
}

export const invalid = (details: readonly Detail[]) =>
  new Failure(400, "invalid_request", "The request does not have the form that this endpoint expects.", { details });
