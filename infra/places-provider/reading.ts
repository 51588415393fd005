/** What all readers of answers share: bytes into JSON, ids, and the word for an answer that is none. */
import { PlacesProviderError } from "./places-provider";

/** Told of an item that was left out of an otherwise good answer. */
export type Drop = (kind: DroppedKind) => void;
export type DroppedKind = "review" | "photo" | "result";

const PLACE_ID_CHARS_MAX = 300;

/** Runs a reader of an answer's body; whatever it cannot read is nonsense. */
export function readAnswer<Answer>(body: Buffer, read: (json: unknown) => Answer): Answer {
  try {
    return read(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)));
  } catch (error) {
    if (error instanceof PlacesProviderError) throw error;
    throw nonsense("an answer that is not of its published form");
  }
}

export function nonsense(what: string): PlacesProviderError {
  return new PlacesProviderError("nonsense", `The places provider gave ${what}.`);
}

/** An id that our own stores can hold. */
export function readPlaceId(id: string): string {
  if (id === "" || id.length > PLACE_ID_CHARS_MAX || /\p{Cc}|\p{Surrogate}/u.test(id))
    throw nonsense("a place without an id");
  return id;
}
