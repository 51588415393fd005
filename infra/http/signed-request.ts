/** A request that a provider signed, read to the letter: its address as the provider was told it, headers, and a bounded body. */
import { isUtf8 } from "node:buffer";
import type { Endpoint } from "./endpoint";
import { Failure } from "./failure";
import type { HttpRequest } from "./message";
import { readBounded, tooLarge } from "./request-body";

/** A request of a provider to the service, as it came. */
export interface SignedRequest {
  /** As the provider was told it: with the service's public address, path and query. */
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** A callback that is genuine, and of no form that is known. */
export class UnreadableCallback extends Error {
  override readonly name = "UnreadableCallback";
}

/** A message with ten pictures takes less than a tenth of it. */
export const SIGNED_BODY_BYTES_MAX = 64 * 1024;

/** What providers send: fields of a form, or JSON. */
export const SIGNED_MEDIA_TYPES = ["application/x-www-form-urlencoded", "application/json"] as const;

/** Providers name the header as they like; all names of it end so. What shows none is looked at no further. */
export const showsSignature = ({ headers }: Pick<HttpRequest, "headers">): boolean =>
  Object.keys(headers).some((name) => name.endsWith("-signature"));

/** `publicUrl` has no slash at its end. Throws a Failure: 413, 415 or 400. */
export async function readSigned(
  { bodyBytesMax = SIGNED_BODY_BYTES_MAX }: Pick<Endpoint, "bodyBytesMax">,
  request: HttpRequest,
  publicUrl: string,
): Promise<SignedRequest> {
  const bytes = await readBounded(request.stream, bodyBytesMax);
  if (bytes === null) throw tooLarge(bodyBytesMax);
  if (bytes.length > 0) requireKnownType(request);
  if (!isUtf8(bytes)) throw noText();
  return { url: `${publicUrl}${request.target}`, headers: request.headers, body: bytes.toString("utf8") };
}

export const noText = () => new Failure(400, "malformed_body", "The body is not text in UTF-8.");

function requireKnownType({ headers }: HttpRequest): void {
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  const isKnown = SIGNED_MEDIA_TYPES.some((known) => known === type.trim().toLowerCase());
  if (isKnown && (headers["content-encoding"] ?? "identity") === "identity") return;
  const sentence = `Send the body as ${SIGNED_MEDIA_TYPES.join(" or ")}, not compressed.`;
  throw new Failure(415, "unsupported_media_type", sentence);
}
