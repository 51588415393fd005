/** One outgoing request from its first moment to its one outcome, under one deadline. */

import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import { asFailure, OutboundFailure, type OutboundOutcome, previewOf, reasonOf } from "./outcome";

export interface AttemptOptions {
  readonly deadlineMs: number;
  readonly bodyBytesMax: number;
  readonly monotonicMs: () => number;
  /** Gives the attempt up from outside; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly watch?: AnswerWatch | undefined;
}

/** Told of an answer while it comes, of no more of it than is kept, and of nothing once the attempt is over. */
export interface AnswerWatch {
  /** `headers` as in the outcome. */
  head(status: number, headers: Readonly<Record<string, string>>): void;
  part(bytes: Buffer): void;
}

export interface AttemptEnd {
  resolve(outcome: OutboundOutcome): void;
  reject(reason: unknown): void;
}

type Controller = Dispatcher.DispatchController;

/** Codes by which undici refuses the request itself: a mistake of the caller, not an outcome. */
const CALLER_MISTAKES = new Set([
  "UND_ERR_INVALID_ARG",
  "UND_ERR_NOT_SUPPORTED",
  "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH",
]);

/**
 * Collects the answer up to its cap and ends exactly once, whatever happens first: the end of the body, the cap, an
 * error, or the deadline, also while the name is still being resolved or no connection is free.
 */
export class Attempt implements Dispatcher.DispatchHandler {
  private ended = false;
  private readonly startedAt: number;
  private readonly timer: NodeJS.Timeout;
  private controller: Controller | null = null;
  private stopWaiting: (() => void) | null = null;
  private status = 0;
  private headers: IncomingHttpHeaders = {};
  private readonly chunks: Buffer[] = [];
  private bodyBytes = 0;

  constructor(
    private readonly options: AttemptOptions,
    private readonly end: AttemptEnd,
  ) {
    this.startedAt = options.monotonicMs();
    this.timer = setTimeout(this.onDeadline, options.deadlineMs);
    options.signal?.addEventListener("abort", this.onGivenUp);
    if (options.signal?.aborted === true) this.onGivenUp();
  }

  /** True once the outcome is known; nothing may be sent for the attempt any more. */
  get isOver(): boolean {
    return this.ended;
  }

  /** Registers what is told once when the attempt has got a connection or needs none any more. */
  onceServed(told: () => void): void {
    this.stopWaiting = told;
  }

  /** Ends the attempt with a failure; the connection it holds, if any, is destroyed. */
  fail(failure: OutboundFailure): void {
    this.finish(() => {
      const { errorClass, reason } = failure;
      this.end.resolve({ outcome: "failed", errorClass, reason, durationMs: this.elapsedMs() });
    });
    this.controller?.abort(failure);
  }

  onRequestStart(controller: Controller): void {
    this.controller = controller;
    this.tellServed();
    if (this.ended) controller.abort(new OutboundFailure("timeout", "over_before_sent"));
  }

  onResponseStart(_: Controller, status: number, headers: IncomingHttpHeaders): void {
    // Interim answers (1xx) may come any number of times before the one that counts.
    if (status < 200) return;
    this.status = status;
    this.headers = headers;
    if (!this.ended) this.options.watch?.head(status, joinHeaders(headers));
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.ended) return;
    const room = this.options.bodyBytesMax - this.bodyBytes;
    // Copied, because a slice would keep the whole read buffer alive.
    const kept = Buffer.from(chunk.subarray(0, Math.max(0, room)));
    if (kept.length > 0) this.chunks.push(kept);
    this.bodyBytes += chunk.length;
    if (kept.length > 0) this.options.watch?.part(kept);
    if (chunk.length <= room) return;
    this.respond();
    controller.abort(new OutboundFailure("connection_error", "body_cap"));
  }

  onResponseEnd(): void {
    this.respond();
  }

  onResponseError(_: Controller, error: Error): void {
    if (!CALLER_MISTAKES.has(reasonOf(error))) {
      this.fail(asFailure(error, "connection_error"));
      return;
    }
    this.finish(() => {
      this.end.reject(error);
    });
  }

  private readonly onDeadline = (): void => {
    this.fail(new OutboundFailure("timeout", "deadline"));
  };

  private readonly onGivenUp = (): void => {
    this.finish(() => {
      this.end.reject(this.options.signal?.reason);
    });
    this.controller?.abort(new OutboundFailure("connection_error", "given_up"));
  };

  private respond(): void {
    this.finish(() => {
      const body = Buffer.concat(this.chunks);
      this.end.resolve({
        outcome: "response",
        status: this.status,
        headers: joinHeaders(this.headers),
        body,
        bodyTruncated: this.bodyBytes > body.length,
        bodyPreview: previewOf(body),
        durationMs: this.elapsedMs(),
      });
    });
  }

  private finish(settle: () => void): void {
    if (this.ended) return;
    this.ended = true;
    clearTimeout(this.timer);
    this.options.signal?.removeEventListener("abort", this.onGivenUp);
    this.tellServed();
    settle();
  }

  private tellServed(): void {
    this.stopWaiting?.();
    this.stopWaiting = null;
  }

  private elapsedMs(): number {
    return Math.round(this.options.monotonicMs() - this.startedAt);
  }
}

function joinHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) joined[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return joined;
}
