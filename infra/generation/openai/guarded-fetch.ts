/** The fetch that the SDK is given: what it asks for leaves through the guarded connector, with no more headers than the protocol needs. */
import type { GuardedClient } from "../../outbound/guarded-connector";
import type { OutboundOutcome } from "../../outbound/outcome";
import { GenerationError } from "../generation";
import { ComingAnswer } from "./coming-answer";

interface Asked {
  readonly method?: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal | null;
}

/** More than any answer that is asked for, with what a server writes around each piece of one. */
const BODY_BYTES_MAX = 4_194_304;

interface Patience {
  /** What is left of the request's deadline. */
  remainingMs(): number;
  /** Until the first byte of an answer, and between any two. */
  readonly silenceMs: number;
}

/**
 * Gives an answer as soon as its head is there. `key` undefined: the server asks for none, and gets no header of the SDK's
 * either. Throws GenerationError where there is no answer to read, and its body fails with one as the cause.
 */
export function guardedFetch(
  client: Pick<GuardedClient, "request">,
  key: string | undefined,
  { remainingMs, silenceMs }: Patience,
): (url: string | URL | Request, asked?: Asked) => Promise<Response> {
  return (url, asked = {}) => {
    if (typeof url !== "string" || typeof asked.body !== "string")
      throw new TypeError("Chat completions are asked for at an address and with a text.");
    const answer = new ComingAnswer(silenceMs);
    const { signal } = asked;
    const request = client.request({
      method: "POST",
      url,
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: asked.body,
      deadlineMs: Math.max(1, Math.ceil(remainingMs())),
      bodyBytesMax: BODY_BYTES_MAX,
      signal: signal === undefined || signal === null ? answer.signal : AbortSignal.any([signal, answer.signal]),
      watch: answer,
    });
    request.then(whole).then(
      () => {
        answer.end();
      },
      (error: unknown) => {
        answer.fail(error);
      },
    );
    return answer.response;
  };
}

function whole(outcome: OutboundOutcome): void {
  if (outcome.outcome === "failed") {
    const { errorClass } = outcome;
    const fault = errorClass === "timeout" ? "timed_out" : "failed";
    throw new GenerationError(fault, `The model's server did not answer (${errorClass}).`);
  }
  if (outcome.bodyTruncated) throw new GenerationError("failed", "The model's server gave an answer that is too long.");
}
