/** What the service answers when it does not do what was asked. */
import type { components } from "./api";

type ErrorBody = components["schemas"]["Error"];

/** One thing that is wrong with a request, and where. */
export type ErrorDetail = NonNullable<ErrorBody["details"]>[number];

export class ApiError extends Error {
  override readonly name = "ApiError";
  /** Stable and for programs, such as `competitor_already_tracked`; `http_502` where something in between answered. */
  readonly code: string;
  /** Names the request in the service's log. */
  readonly requestId: string | null;
  readonly details: readonly ErrorDetail[];
  /** How long to wait before it makes sense to ask again, where the service says so. */
  readonly retryAfterSeconds: number | null;
  /** Everything that was answered, such as the `competitorId` that is tracked already; empty where it was no JSON. */
  readonly body: Readonly<Partial<ErrorBody> & Record<string, unknown>>;

  constructor(
    readonly status: number,
    headers: Headers,
    text: string,
  ) {
    const body = bodyOf(text);
    super(body.message ?? body.error ?? `The answer was ${status}.`);
    this.code = body.code ?? `http_${status}`;
    this.requestId = body.requestId ?? headers.get("x-request-id");
    this.details = body.details ?? [];
    this.retryAfterSeconds = retryAfterSeconds(headers);
    this.body = body;
  }
}

/** Retry-After in seconds from now, whether it is a number or a date; null where there is none. */
export function retryAfterSeconds(headers: Headers): number | null {
  const text = headers.get("retry-after");
  if (text === null) return null;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

/** Some refusals have a sentence of their own in `message`, and a name in `error`. */
function bodyOf(text: string): ApiError["body"] & { readonly message?: string } {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? (body as ApiError["body"]) : {};
  } catch {
    return {};
  }
}
