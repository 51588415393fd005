/** The port to whoever writes answers and texts from stored facts: what is asked, what comes back, and how it can fail. */
import type { z } from "zod";

/** What a model is asked: instructions of ours, then turns, beside data that never becomes instructions. */
export interface GenerationRequest {
  readonly task: "chat" | "content";
  /** Ours alone, and the same for every business: nothing that somebody else wrote is ever put into them. */
  readonly instructions: string;
  /** Ends with the user's newest. */
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly text: string }[];
  /** JSON of stored facts of one business. Names in it are other people's words, so it is fenced as well. */
  readonly facts: unknown;
  /** What others wrote, such as reviews and pages: fenced. */
  readonly untrusted: readonly { readonly label: string; readonly text: string }[];
  /** The form of a structured answer, and a name for it of letters, digits, `_` and `-`; null: plain text. */
  readonly answer: { readonly name: string; readonly schema: z.ZodType } | null;
  readonly outputTokensMax: number;
  /** Aborts where nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
}

/** What a deterministic composer writes without any model, for the same request. */
export interface Composed {
  readonly text: string;
  /** Of the request's answer schema; null where it asks for plain text. */
  readonly structured: unknown;
}

export interface Generated {
  readonly provider: string;
  /** Null where no model was asked. */
  readonly model: string | null;
  readonly text: string;
  /** Whether a text that was asked for plainly ended where its bound was. */
  readonly isCut: boolean;
  /** Checked against the answer's schema; null where plain text was asked for. */
  readonly structured: unknown;
  /** As the provider counted them, over all attempts; null where no model was asked, or it did not say. */
  readonly tokens: { readonly input: number; readonly output: number } | null;
}

export interface Generation {
  /** Stands in every answer: who reads it shall know who wrote it. */
  readonly provider: string;
  /** `compose` gives the local composer's answer to this very request, from the same facts. Throws {@link GenerationError} alone. */
  generate(request: GenerationRequest, compose: () => Composed): Promise<Generated>;
}

/** The longest that generating may take, whatever the settings say: what is reserved for it ends by itself after that. */
export const GENERATION_SECONDS_MAX = 120;

/**
 * `failed`: no answer, or none that can be used. `timed_out`: none in time. `unavailable`: it is left alone for now, because it
 * keeps failing or allows no more.
 */
export type GenerationFault = "failed" | "timed_out" | "unavailable";

/** The message is for operators and holds neither key nor what was sent or came back. */
export class GenerationError extends Error {
  override readonly name = "GenerationError";

  constructor(
    readonly fault: GenerationFault,
    message: string,
    /** When asking again makes sense. */
    readonly retryAfterSeconds?: number,
    /** Whether the model had answered all the same, so that somebody pays for it. */
    readonly costs = false,
  ) {
    super(message);
  }
}
