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

/** A failure that `error` names by its code, with the sentence in `message`: some contracts have it so. */
export class NamedFailure extends Failure {}

/** A 403 that names the plan that is missing. */
export const insufficientPlan = (requiredPlan: string): Failure =>
  new Failure(403, "insufficient_plan", `This needs the ${requiredPlan} plan or a higher one.`, { requiredPlan });

/** One thing wrong with a request: where it is, in dots, and what is expected there. */
export interface Detail {
  readonly path: string;
  readonly message: string;
}

/** What is told of one request, so that no answer is much longer than what was asked. */
const DETAILS_MAX = 50;
const PATH_CHARS_MAX = 200;

/** A 400 that says what is wrong where; of very many faults it tells the first, and how many more there are. */
export function invalid(details: readonly Detail[]): Failure {
  const told = details.length > DETAILS_MAX ? details.slice(0, DETAILS_MAX - 1) : details;
  const left = details.length - told.length;
  const shown = told.map(({ path, message }) => ({ path: path.slice(0, PATH_CHARS_MAX), message }));
  if (left > 0) shown.push({ path: "", message: `There are ${left} more faults.` });
  const sentence = "The request does not have the form that this endpoint expects.";
  return new Failure(400, "invalid_request", sentence, { details: shown });
}
