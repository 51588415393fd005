/** What a request that Twilio did not fulfil means to those who asked for it. */
import { SmsProviderError } from "../sms-provider";

/** Twilio's own words for why it refused; they are shown to the business whose form it is, and are in no log. */
export class TwilioRefusal extends Error {
  override readonly name = "TwilioRefusal";

  constructor(
    readonly status: number,
    /** Twilio's number for the reason, such as 21610; null where it gave none. */
    readonly code: string | null,
    readonly reason: string | null,
  ) {
    super(`The messaging provider refused the request (status ${status}, code ${code ?? "none"}).`);
  }
}

/** The recipient has told Twilio to hear no more. */
export const OPTED_OUT = "21610";
/** The credentials are not, or no longer, good: an operator can change that, and what was asked for is not at fault. */
const DENIED = new Set([401, 403]);
const TRY_LATER = new Set([408, 425, 429]);
/** Statuses by which Twilio says that what was handed in is not in order. */
const FORM_REFUSED = new Set([400, 409, 422]);

/** The error as the port knows it. What else was thrown is named by its kind alone: its message might hold what was sent. */
export function asSmsError(error: unknown): SmsProviderError {
  if (error instanceof SmsProviderError) return error;
  if (error instanceof TwilioRefusal) {
    const { status, code, message } = error;
    if (code === OPTED_OUT) return new SmsProviderError("opted_out", message, code);
    const mayPass = DENIED.has(status) || TRY_LATER.has(status) || status >= 500;
    return new SmsProviderError(mayPass ? "unavailable" : "refused", message, code);
  }
  const kind = error instanceof Error ? error.name : typeof error;
  return new SmsProviderError("unavailable", `The messaging provider could not be asked (${kind}).`);
}

/** The refusal, where it is what was handed in that Twilio does not take; undefined for whatever else went wrong. */
export function refusedForm(error: unknown): TwilioRefusal | undefined {
  return error instanceof TwilioRefusal && FORM_REFUSED.has(error.status) ? error : undefined;
}

/** Undefined where there is no such thing, or no more. */
export async function unlessGone<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof TwilioRefusal && error.status === 404) return undefined;
    throw error;
  }
}

export function nonsense(what: string): SmsProviderError {
  return new SmsProviderError("unavailable", `The messaging provider gave ${what}.`);
}
