/** An append as text, made when it is asked for: what cannot be JSON fails its caller alone, and later changes do no harm. */
import type { AppendRequest, ExpectedRevision, NewEvent } from "../event-log";

export interface EncodedAppend {
  readonly stream: string;
  readonly expected: number;
  readonly commandId: string;
  readonly lastId: string;
  /** Each event's JSON object without its opening brace, so that its place in a batch can be put in front. */
  readonly events: readonly string[];
  readonly characters: number;
}

const EXPECTED_CODES = { none: -1, any: -2, exists: -3 } as const;

/** Throws where the request holds no event, an impossible expectation, or data that is not JSON. */
export function encodeAppend({ stream, expected, events, commandId }: AppendRequest): EncodedAppend {
  const last = events.at(-1);
  if (last === undefined) throw new RangeError(`The append to ${stream} holds no event.`);
  const encoded = events.map(encodeEvent);
  const characters = encoded.reduce((sum, event) => sum + event.length, 0);
  return { stream, expected: expectedCode(expected), commandId, lastId: last.id, events: encoded, characters };
}

function encodeEvent({ id, type, data, metadata }: NewEvent): string {
  if (data === undefined) throw new TypeError(`The event ${type} ${id} holds no data.`);
  return JSON.stringify({ id, type, data, metadata, business: metadata.businessId }).slice(1);
}

function expectedCode(expected: ExpectedRevision): number {
  if (typeof expected !== "number") return EXPECTED_CODES[expected];
  if (!Number.isInteger(expected) || expected < 0) throw new RangeError(`${expected} is no revision to expect.`);
  return expected;
}
