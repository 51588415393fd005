/** An answer that is read while it comes: given up where it says nothing for too long. */
import type { AnswerWatch } from "../../outbound/attempt";
import { GenerationError } from "../generation";

/** Of an answer, what the SDK reads. */
const READ_HEADERS = ["content-type", "retry-after"] as const;
const WITHOUT_BODY = new Set([204, 205, 304]);

/** One answer from before its first byte to its end; `end` or `fail` is called once, when nothing more comes. */
export class ComingAnswer implements AnswerWatch {
  /** Resolves with the head. Its body fails with an error whose cause is what the answer failed with. */
  readonly response: Promise<Response>;
  readonly #givenUp = new AbortController();
  #isOver = false;
  #silence: NodeJS.Timeout;
  #body: ReadableStreamDefaultController<Uint8Array> | undefined;
  #began: (response: Response) => void = () => undefined;
  #failed: (error: unknown) => void = () => undefined;

  /** `silenceMs`: how long may pass until the first byte, and between any two. */
  constructor(silenceMs: number) {
    this.response = new Promise((resolve, reject) => {
      this.#began = resolve;
      this.#failed = reject;
    });
    this.#silence = setTimeout(() => {
      this.#givenUp.abort(new GenerationError("timed_out", "The model's server said nothing for too long."));
    }, silenceMs);
  }

  /** Aborts where nothing was heard for too long, or whoever reads the answer wants no more of it. */
  get signal(): AbortSignal {
    return this.#givenUp.signal;
  }

  head(status: number, headers: Readonly<Record<string, string>>): void {
    this.#silence.refresh();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#body = controller;
      },
      cancel: () => {
        this.#over();
        this.#givenUp.abort();
      },
    });
    const read = READ_HEADERS.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value] as [string, string]];
    });
    this.#began(new Response(WITHOUT_BODY.has(status) ? null : body, { status, headers: read }));
  }

  part(bytes: Buffer): void {
    this.#silence.refresh();
    if (!this.#isOver) this.#body?.enqueue(new Uint8Array(bytes));
  }

  end(): void {
    if (!this.#isOver) this.#body?.close();
    this.#over();
  }

  fail(error: unknown): void {
    if (!this.#isOver) this.#body?.error(new Error("The answer did not come to its end.", { cause: error }));
    this.#over();
    this.#failed(error);
  }

  #over(): void {
    this.#isOver = true;
    clearTimeout(this.#silence);
  }
}
