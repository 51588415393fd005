/** Asks a model through any server that speaks OpenAI's chat completions: within a deadline, counted, and not while it is in trouble. */
import { setMaxListeners } from "node:events";
import { performance } from "node:perf_hooks";
import type { OpenAI } from "openai" with { "resolution-mode": "import" };
import type { Stream } from "openai/core/streaming" with { "resolution-mode": "import" };
import type { ResponseFormatJSONSchema } from "openai/resources/shared" with { "resolution-mode": "import" };
import { Circuit, CircuitOpen, type CircuitState } from "../../circuit/circuit";
import type { GuardedClient } from "../../outbound/guarded-connector";
import type { Clock } from "../../time/clock";
import { GenerationError, type Generated, type Generation, type GenerationRequest } from "../generation";
import { added, gatherCompletion, readCompletion, TOO_LONG, type Completion, type Tokens } from "./completion";
import { faultOf } from "./faults";
import { guardedFetch } from "./guarded-fetch";
import { mending, readStructured } from "./structured";
import { messagesOf, type Message } from "./messages";

const OPENAI_PROVIDER = "openai-compatible";

/** How a call of the model ended; `unusable`: with an answer that is none, or not of the form that was asked for. */
export type CallOutcome = "answered" | "unusable" | GenerationError["fault"];

export interface GenerationMetrics {
  called(call: { readonly task: GenerationRequest["task"]; readonly outcome: CallOutcome }): void;
  used(task: GenerationRequest["task"], tokens: Tokens): void;
}

export const outputLimits = ["max_tokens", "max_completion_tokens"] as const;

export interface OpenAiOptions {
  readonly client: Pick<GuardedClient, "request">;
  readonly clock: Clock;
  readonly metrics: GenerationMetrics;
  /** Without a slash at the end. */
  readonly url: string;
  readonly model: string;
  /** Undefined where the server asks for none. */
  readonly key: string | undefined;
  /** Of one request, with the one further question that mends a structured answer. */
  readonly deadlineMs: number;
  /** How long the server may say nothing, before an answer and within it. */
  readonly silenceMs: number;
  /** The member that bounds an answer: servers know one of them, and the wrong one is refused or, worse, ignored. */
  readonly outputLimit: (typeof outputLimits)[number];
  readonly onCircuit: (state: CircuitState) => void;
}

export interface OpenAiGeneration extends Generation {
  /** Composes nothing: what fails has failed. */
  generate(request: GenerationRequest): Promise<Generated>;
  /** Gives up what is under way. */
  stop(): void;
}

interface Asking {
  readonly sdk: OpenAI;
  readonly format: ResponseFormatJSONSchema | undefined;
  readonly request: GenerationRequest;
  readonly remainingMs: () => number;
  readonly signal: AbortSignal;
}

type Ended = { readonly said: Completion } | { readonly fault: GenerationError };

const CIRCUIT = { volume: 5, windowMs: 60_000, openMs: 30_000 };

/** The SDK is loaded where it is used alone. */
export async function createOpenAiGeneration(options: OpenAiOptions): Promise<OpenAiGeneration> {
  const [{ OpenAI: Sdk }, { Stream: SdkStream }, { zodResponseFormat }] = await Promise.all([
    import("openai"),
    import("openai/core/streaming"),
    import("openai/helpers/zod"),
  ]);
  return new OpenAiModel(options, Sdk, SdkStream, zodResponseFormat);
}

class OpenAiModel implements OpenAiGeneration {
  readonly provider = OPENAI_PROVIDER;
  readonly #circuit: Circuit;
  readonly #closing = new AbortController();

  constructor(
    private readonly options: OpenAiOptions,
    private readonly Sdk: typeof OpenAI,
    private readonly SdkStream: typeof Stream,
    private readonly zodResponseFormat: (schema: never, name: string) => ResponseFormatJSONSchema,
  ) {
    this.#circuit = new Circuit({ clock: options.clock, ...CIRCUIT, onChange: options.onCircuit });
    setMaxListeners(0, this.#closing.signal);
  }

  async generate(request: GenerationRequest): Promise<Generated> {
    const { answer } = request;
    const asking = this.#asking(request);
    let messages = messagesOf(request);
    let tokens: Tokens | null = null;
    let costs = false;
    for (const isLast of [answer === null, true]) {
      const said = await this.#call(asking, messages, costs);
      costs = true;
      tokens = added(tokens, said.tokens);
      const model = said.model ?? this.options.model;
      const told = { provider: this.provider, model, text: said.text, isCut: said.isCut, tokens };
      const read = answer === null ? { value: null } : readStructured(answer.schema, said.text);
      this.options.metrics.called({ task: request.task, outcome: "value" in read ? "answered" : "unusable" });
      if ("value" in read) return { ...told, structured: read.value };
      if (isLast) break;
      messages = [
        ...messages,
        { role: "assistant", content: said.text },
        { role: "user", content: mending(read.faults) },
      ];
    }
    throw new GenerationError(
      "failed",
      "The model's answer does not have the form that was asked for.",
      undefined,
      costs,
    );
  }

  stop(): void {
    this.#closing.abort();
    this.#circuit.stop();
  }

  #asking(request: GenerationRequest): Asking {
    const { client, url, key, deadlineMs, silenceMs } = this.options;
    const until = performance.now() + deadlineMs;
    const remainingMs = () => until - performance.now();
    const { answer, signal } = request;
    const sdk = new this.Sdk({
      // Said aloud, because the SDK would otherwise ask the environment for them, past the service's settings.
      ...{ baseURL: url, organization: null, project: null, webhookSecret: null, adminAPIKey: null, logLevel: "off" },
      // It insists on one; where the settings hold none, its header is left out.
      apiKey: key ?? "none",
      maxRetries: 0,
      timeout: deadlineMs + 1_000,
      fetch: guardedFetch(client, key, { remainingMs, silenceMs }),
    });
    return {
      sdk,
      format: answer === null ? undefined : this.zodResponseFormat(answer.schema as never, answer.name),
      request,
      remainingMs,
      signal: signal === undefined ? this.#closing.signal : AbortSignal.any([signal, this.#closing.signal]),
    };
  }

  /** One call; tokens are counted whatever becomes of its answer. Throws GenerationError. `costs`: an earlier call of the request does. */
  async #call(asking: Asking, messages: readonly Message[], costs: boolean): Promise<Completion> {
    const { task, answer } = asking.request;
    const { metrics } = this.options;
    try {
      const said = await this.#throughCircuit(asking, messages);
      if (said.tokens !== null) metrics.used(task, said.tokens);
      // Half a text can be read, and half of a form cannot.
      const fault = said.fault ?? (said.isCut && answer !== null ? TOO_LONG : undefined);
      if (fault !== undefined) throw new GenerationError("failed", fault, undefined, true);
      return said;
    } catch (error) {
      const known = error instanceof GenerationError ? error : leftAlone(error);
      metrics.called({ task, outcome: known.fault });
      const { fault, message, retryAfterSeconds } = known;
      throw known.costs || !costs ? known : new GenerationError(fault, message, retryAfterSeconds, true);
    }
  }

  /** What is the server's trouble counts against the circuit, and what is wrong with this one request does not. */
  async #throughCircuit(asking: Asking, messages: readonly Message[]): Promise<Completion> {
    const ended = await this.#circuit.run(async (): Promise<Ended> => {
      try {
        return { said: await this.#complete(asking, messages) };
      } catch (error) {
        const fault = faultOf(error, this.Sdk, this.options.clock.now());
        if (fault.isTrouble && !asking.signal.aborted) throw fault.error;
        return { fault: fault.error };
      }
    });
    if ("said" in ended) return ended.said;
    throw ended.fault;
  }

  /** Reads an answer while it comes, and one that comes whole, of a server that cannot tell it in pieces, as it is. */
  async #complete(asking: Asking, messages: readonly Message[]): Promise<Completion> {
    const { sdk, format, request, remainingMs, signal } = asking;
    if (remainingMs() <= 0) throw new GenerationError("timed_out", "No time was left for another question.");
    const { model, outputLimit } = this.options;
    const asked = sdk.chat.completions.create(
      {
        model,
        messages: [...messages],
        [outputLimit]: request.outputTokensMax,
        stream: true,
        stream_options: { include_usage: true },
        ...(format === undefined ? {} : { response_format: format }),
      },
      { signal },
    );
    const response = await asked.asResponse();
    if (response.headers.get("content-type")?.startsWith("text/event-stream") !== true)
      return readCompletion(await response.json());
    return gatherCompletion(this.SdkStream.fromSSEResponse<unknown>(response, new AbortController(), sdk));
  }
}

function leftAlone(error: unknown): GenerationError {
  if (!(error instanceof CircuitOpen)) return new GenerationError("failed", "The model could not be asked.");
  const sentence = "The model's server has been failing and is left alone for a while.";
  return new GenerationError("unavailable", sentence, CIRCUIT.openMs / 1_000);
}
