/** What one outgoing request can come to, and how what a receiver answered is kept. */

import { isNativeError } from "node:util/types";

export type OutboundErrorClass =
  "dns_error" | "blocked_address" | "connect_refused" | "tls_error" | "timeout" | "connection_error";

export interface OutboundResponse {
  readonly outcome: "response";
  readonly status: number;
  /** Lower-case names; the values of a repeated header are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The first bytes of the body as sent, never decompressed. */
  readonly body: Buffer;
  /** True where the receiver sent more than was asked for; the rest was dropped with the connection. */
  readonly bodyTruncated: boolean;
  /** The beginning of the body as text that can be stored and shown: no control or direction characters. */
  readonly bodyPreview: string;
  readonly durationMs: number;
}

export interface OutboundFailed {
  readonly outcome: "failed";
  readonly errorClass: OutboundErrorClass;
  /** The finer reason for logs, such as `ECONNREFUSED` or `CERT_HAS_EXPIRED`. */
  readonly reason: string;
  readonly durationMs: number;
}

export type OutboundOutcome = OutboundResponse | OutboundFailed;

/** A failure with its class, thrown between the parts of the connector. It carries no `code`: undici acts on those. */
export class OutboundFailure extends Error {
  constructor(
    readonly errorClass: OutboundErrorClass,
    readonly reason: string,
    cause?: unknown,
  ) {
    super(`${errorClass}: ${reason}`, { cause });
    this.name = "OutboundFailure";
  }
}

/** The system's or library's code of an error, or its name where it has none. */
export function reasonOf(error: unknown): string {
  if (!isNativeError(error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

/** Gives any error its class: its own where it has one, else the given one. */
export function asFailure(error: unknown, otherwise: OutboundErrorClass): OutboundFailure {
  return error instanceof OutboundFailure ? error : new OutboundFailure(otherwise, reasonOf(error), error);
}

const PREVIEW_BYTES_MAX = 1_024;

/** Text of at most 1,024 bytes of a body without control, format and unassigned characters, save tab and line feed. */
export function previewOf(body: Buffer): string {
  return body.toString("utf8", 0, PREVIEW_BYTES_MAX).replace(/[^\P{C}\n\t]/gu, "");
}
