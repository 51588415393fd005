/** Sends requests to Twilio: under a deadline, with bounded answers, counted, and not while it is in trouble. */
import { Circuit, CircuitOpen, type CircuitState } from "../../circuit/circuit";
import type { GuardedClient, OutboundRequest } from "../../outbound/guarded-connector";
import type { OutboundOutcome, OutboundResponse } from "../../outbound/outcome";
import type { Clock } from "../../time/clock";
import { SmsProviderError, type SmsCallOutcome, type SmsMetrics, type SmsOperation } from "../sms-provider";
import { nonsense, TwilioRefusal } from "./faults";
import { plainText } from "./values";

export interface CallsOptions {
  readonly client: Pick<GuardedClient, "request">;
  readonly clock: Clock;
  readonly metrics: SmsMetrics;
  /** Of one request (ms, 10,000). */
  readonly deadlineMs?: number;
  readonly onCircuit?: (state: CircuitState) => void;
}

export interface Answer {
  readonly status: number;
  /** Parsed JSON; undefined where there was no body. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

type Request = Pick<OutboundRequest, "method" | "url" | "headers" | "body">;

const DEADLINE_MS = 10_000;
const BODY_BYTES_MAX = 2_097_152;
const REASON_CHARS_MAX = 500;
const CIRCUIT = { volume: 10, windowMs: 60_000, openMs: 30_000 };

/** An outcome that counts against the circuit. */
class Trouble extends Error {
  constructor(readonly outcome: OutboundOutcome) {
    super("The messaging provider is in trouble.");
  }
}

export class Calls {
  readonly #circuit: Circuit;

  constructor(private readonly options: CallsOptions) {
    const { clock, onCircuit = () => undefined } = options;
    this.#circuit = new Circuit({ clock, ...CIRCUIT, onChange: onCircuit });
  }

  /** Throws TwilioRefusal where Twilio says no, and SmsProviderError where it says nothing that can be read. */
  async send(operation: SmsOperation, request: Request): Promise<Answer> {
    const tell = (outcome: SmsCallOutcome) => this.options.metrics.called({ operation, outcome });
    try {
      const answer = readAnswer(await this.#request(request));
      tell("answered");
      return answer;
    } catch (error) {
      tell(error instanceof TwilioRefusal ? "refused" : "unavailable");
      throw error;
    }
  }

  stop(): void {
    this.#circuit.stop();
  }

  async #request(request: Request): Promise<OutboundOutcome> {
    const { client, deadlineMs = DEADLINE_MS } = this.options;
    try {
      return await this.#circuit.run(async () => {
        const outcome = await client.request({ ...request, deadlineMs, bodyBytesMax: BODY_BYTES_MAX });
        if (outcome.outcome === "failed" || outcome.status >= 500) throw new Trouble(outcome);
        return outcome;
      });
    } catch (error) {
      if (error instanceof Trouble) return error.outcome;
      if (!(error instanceof CircuitOpen)) throw error;
      const sentence = "The messaging provider has been failing and is left alone for a while.";
      throw new SmsProviderError("unavailable", sentence);
    }
  }
}

function readAnswer(outcome: OutboundOutcome): Answer {
  if (outcome.outcome === "failed")
    throw new SmsProviderError("unavailable", `The messaging provider did not answer (${outcome.errorClass}).`);
  const { status, headers, bodyTruncated } = outcome;
  if (status >= 500)
    throw new SmsProviderError("unavailable", `The messaging provider answered with status ${status}.`);
  if (status >= 400) throw readRefusal(outcome);
  if (status < 200 || status >= 300) throw nonsense(`the status ${status}`);
  if (bodyTruncated) throw nonsense("an answer that is too long");
  if (outcome.body.length === 0) return { status, headers, body: undefined };
  const body = parsed(outcome);
  if (typeof body !== "object" || body === null) throw nonsense("an answer that is not of its published form");
  return { status, headers, body };
}

function readRefusal(response: OutboundResponse): TwilioRefusal {
  const body = parsed(response);
  const { code, message } = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  const known = (typeof code === "number" || typeof code === "string") && /^\d{1,6}$/.test(String(code));
  return new TwilioRefusal(response.status, known ? String(code) : null, plainText(message, REASON_CHARS_MAX));
}

/** Undefined for what is no JSON. */
function parsed({ body }: OutboundResponse): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
