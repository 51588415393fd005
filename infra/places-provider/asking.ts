/** Asks the places provider: paced, counted, within the day's budget, a few times where it fails, and not while it is in trouble. */
import { setMaxListeners } from "node:events";
import { Circuit, CircuitOpen, type CircuitState } from "../circuit/circuit";
import type { GuardedClient, OutboundRequest } from "../outbound/guarded-connector";
import type { OutboundOutcome, OutboundResponse } from "../outbound/outcome";
import type { Clock } from "../time/clock";
import { pause } from "../time/waiting";
import { DailyBudget } from "./daily-budget";
import { faultOf, isTrouble } from "./faults";
import { estimatedUsd, type Sku } from "./list-prices";
import { createPace, type Pace } from "./pace";
import { PlacesProviderError, type ProviderFault } from "./places-provider";
import { readAnswer, type DroppedKind } from "./reading";

export type Operation = "autocomplete" | "search" | "details" | "geocode" | "reverse_geocode";
/** How a call ended: with an answer, with the word that there is no such place, or with a fault. */
export type CallOutcome = "answered" | "unknown_place" | ProviderFault;

const chargedOutcomes: ReadonlySet<CallOutcome> = new Set(["answered", "unknown_place", "nonsense"]);

/** Told of every call that was sent, and of every item that was left out of an answer. */
export interface PlacesMetrics {
  called(call: { operation: Operation; sku: Sku; outcome: CallOutcome; estimatedUsd: number }): void;
  dropped(kind: DroppedKind): void;
}

export interface Question<Answer> {
  readonly operation: Operation;
  readonly sku: Sku;
  readonly request: Pick<OutboundRequest, "method" | "url" | "headers" | "body">;
  /** Throws PlacesProviderError, or anything where the answer is none. */
  readonly read: (json: unknown) => Answer;
  /** What an answer without a body to read means, where it means something. */
  readonly otherwise?: (response: OutboundResponse) => { readonly answer: Answer } | undefined;
}

export interface AskingOptions {
  readonly client: Pick<GuardedClient, "request">;
  readonly clock: Clock;
  readonly metrics: PlacesMetrics;
  readonly callsPerSecond: number;
  readonly callsPerDayMax: number;
  /** Of one call (ms, 5,000). */
  readonly deadlineMs?: number;
  /** The waits (ms) before the second and the third call, where the provider asks for none. */
  readonly retryWaitsMs?: readonly number[];
  readonly onCircuit?: (state: CircuitState) => void;
}

const DEADLINE_MS = 5_000;
const RETRY_WAITS_MS = [250, 1_000];
/** Who is asked to wait for longer comes back by himself. */
const RETRY_AFTER_SECONDS_MAX = 2;
const BODY_BYTES_MAX = 2_097_152;
const CIRCUIT = { volume: 10, windowMs: 60_000, openMs: 30_000 };

/** An outcome that counts against the circuit. */
class Trouble extends Error {
  constructor(readonly outcome: OutboundOutcome) {
    super("The places provider is in trouble.");
  }
}

export class Asking {
  readonly #circuit: Circuit;
  readonly #budget: DailyBudget;
  readonly #pace: Pace;
  readonly #closing = new AbortController();

  constructor(private readonly options: AskingOptions) {
    const { clock, onCircuit = () => undefined } = options;
    this.#circuit = new Circuit({ clock, ...CIRCUIT, onChange: onCircuit });
    this.#budget = new DailyBudget(clock, options.callsPerDayMax);
    this.#pace = createPace(options.callsPerSecond);
    // As many as wait listen to it.
    setMaxListeners(0, this.#closing.signal);
  }

  /** Throws PlacesProviderError alone. */
  async ask<Answer>(question: Question<Answer>): Promise<Answer> {
    const waits = this.options.retryWaitsMs ?? RETRY_WAITS_MS;
    for (let retries = 0; ; retries += 1) {
      try {
        return await this.#askOnce(question);
      } catch (error) {
        const fault = asProviderError(error);
        const waitMs = mayPass(fault) ? waits[retries] : undefined;
        if (waitMs === undefined || this.#closing.signal.aborted) throw fault;
        const askedForMs = (fault.retryAfterSeconds ?? 0) * 1_000;
        await pause(this.options.clock, Math.max(waitMs, askedForMs), this.#closing.signal);
      }
    }
  }

  /** What waits for its turn or for its next call gives up. */
  stop(): void {
    this.#closing.abort();
    this.#circuit.stop();
  }

  async #askOnce<Answer>(question: Question<Answer>): Promise<Answer> {
    if (this.#circuit.state === "open") throw inTrouble();
    await this.#pace(this.#closing.signal);
    if (this.#closing.signal.aborted) throw stopped();
    this.#budget.take();
    const outcome = await this.#send(question.request);
    const { operation, sku } = question;
    const isCharged = outcome.outcome === "response" && outcome.status === 200;
    const tell = (ended: CallOutcome) => {
      const usd = isCharged && chargedOutcomes.has(ended) ? estimatedUsd(sku) : 0;
      this.options.metrics.called({ operation, sku, outcome: ended, estimatedUsd: usd });
    };
    try {
      const answer = this.#read(question, outcome);
      tell(answer === null ? "unknown_place" : "answered");
      return answer;
    } catch (error) {
      tell(asProviderError(error).fault);
      throw error;
    }
  }

  #read<Answer>({ read, otherwise }: Question<Answer>, outcome: OutboundOutcome): Answer {
    const known = outcome.outcome === "response" ? otherwise?.(outcome) : undefined;
    if (known !== undefined) return known.answer;
    const fault = faultOf(outcome, this.options.clock.now());
    if (fault !== undefined || outcome.outcome === "failed") throw fault ?? inTrouble();
    return readAnswer(outcome.body, read);
  }

  async #send(request: Question<unknown>["request"]): Promise<OutboundOutcome> {
    const { client, deadlineMs = DEADLINE_MS } = this.options;
    try {
      return await this.#circuit.run(async () => {
        const outcome = await client.request({ ...request, deadlineMs, bodyBytesMax: BODY_BYTES_MAX });
        if (isTrouble(outcome)) throw new Trouble(outcome);
        return outcome;
      });
    } catch (error) {
      if (error instanceof Trouble) return error.outcome;
      throw error instanceof CircuitOpen ? inTrouble() : error;
    }
  }
}

/** The error as the port knows it. What else was thrown is named by its kind alone: its message might hold what was sent. */
export function asProviderError(error: unknown): PlacesProviderError {
  if (error instanceof PlacesProviderError) return error;
  const kind = error instanceof Error ? error.name : typeof error;
  return new PlacesProviderError("unavailable", `The places provider could not be asked (${kind}).`);
}

/** It may be over by the next call. */
function mayPass({ fault, retryAfterSeconds = 0 }: PlacesProviderError): boolean {
  return (fault === "unavailable" || fault === "quota") && retryAfterSeconds <= RETRY_AFTER_SECONDS_MAX;
}

function stopped(): PlacesProviderError {
  return new PlacesProviderError("unavailable", "The places provider is asked no more: this process stops.");
}

function inTrouble(): PlacesProviderError {
  const sentence = "The places provider has been failing and is left alone for a while.";
  return new PlacesProviderError("unavailable", sentence, CIRCUIT.openMs / 1_000);
}
