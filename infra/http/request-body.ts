/** Reads a JSON body: bounded in size and depth, of the right media type, without repeated or dangerous members. */
import type { Readable } from "node:stream";
import { Failure, invalid } from "./failure";
import { faultInJson } from "./json-text";
import type { HttpRequest } from "./message";

export const BODY_BYTES_MAX = 256 * 1024;
/** How much of a body that is too large is still taken in, so that the client can read why it was refused. */
const DISCARDED_BYTES_MAX = 1024 * 1024;

export interface JsonBody {
  readonly text: string;
  /** Undefined where no body was sent. */
  readonly value: unknown;
}

/** Throws a Failure: 413, 415 or 400. */
export async function readJsonBody(request: HttpRequest, bytesMax: number): Promise<JsonBody> {
  const bytes = await readBounded(request.stream, bytesMax);
  if (bytes === null) throw tooLarge(bytesMax);
  if (bytes.length === 0) return { text: "", value: undefined };
  requireJson(request);
  const text = decode(bytes);
  const value = parse(text);
  const fault = faultInJson(text);
  if (fault !== undefined) throw invalid([fault]);
  return { text, value };
}

/**
 * Whether the body came together with the head of its request, which shows as soon as what has arrived was read: before anything
 * that is asked for from here on is answered. False for a stream that does not say when it is whole.
 */
export const cameWhole = (stream: Readable): Promise<boolean> =>
  new Promise((resolve) => {
    setImmediate(() => resolve("complete" in stream && stream.complete === true));
  });

export function tooLarge(bytesMax: number): Failure {
  const sentence = `The body is larger than the ${bytesMax} bytes that are allowed here.`;
  return new Failure(413, "body_too_large", sentence, {}, { connection: "close" });
}

/** Null where there is more. Throws a 400 Failure where it ends too early. */
export async function readBounded(stream: Readable, bytesMax: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length <= bytesMax) chunks.push(chunk);
      else if (length > bytesMax + DISCARDED_BYTES_MAX) return null;
    }
  } catch (cause) {
    // The client went away in the middle: nobody reads this answer, but it is no defect of ours either.
    throw failedBy(cause, "body_incomplete", "The body ended before it was complete.");
  }
  return length > bytesMax ? null : Buffer.concat(chunks);
}

function requireJson(request: HttpRequest): void {
  const type = request.headers["content-type"] ?? "";
  const encoding = request.headers["content-encoding"] ?? "identity";
  const isJson = /^application\/(?:[\w.-]+\+)?json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(type);
  if (isJson && encoding === "identity") return;
  throw new Failure(415, "unsupported_media_type", "Send the body as application/json in UTF-8, not compressed.");
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw failedBy(error, "malformed_json", "The body is not valid JSON.");
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw failedBy(error, "malformed_json", "The body is not valid JSON.");
  }
}

function failedBy(cause: unknown, code: string, sentence: string): Failure {
  const failure = new Failure(400, code, sentence);
  failure.cause = cause;
  return failure;
}
