/** The protocol's messages as plain values: requests built, answers read, 64-bit numbers checked. */
import shared, { type UUID } from "@eventstore/db-client/generated/shared_pb";
import streams, { type BatchAppendReq, type ReadReq, type ReadResp } from "@eventstore/db-client/generated/streams_pb";
import type { EventMetadata } from "../../../domain/fold/event";
import type { NewEvent } from "../event-log";

/** An event as the server holds it, whoever wrote it. */
export interface WireEvent {
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
}

export interface AllRead {
  /** Inclusive where something is read once, exclusive for subscriptions; 0 is the beginning, `end` reads backwards. */
  readonly from: number | "end";
  readonly types?: readonly string[];
  /** Events to return; absent for a subscription. */
  readonly count?: number;
}

const JSON_TYPE = "application/json";
const NOT_SYSTEM = "^[^$]";
const BACKWARDS = 1;
// Records the server looks through for one answer while few match.
const SEARCH_WINDOW = 2_048;
const SYSTEM_REVISION = -1;

/** A 64-bit count as a number; throws where it would lose digits, or where the server is too old to tell positions. */
export function safeNumber(value: string, what: string): number {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError(
    `${what} ${value} is no safe integer (EventStoreDB 22.6 or later tells the positions of a stream's events).`,
  );
}

function optionsFor(count: number | undefined): ReadReq.Options {
  const options = new streams.ReadReq.Options();
  options.setResolveLinks(false).setUuidOption(new streams.ReadReq.Options.UUIDOption().setString(new shared.Empty()));
  if (count === undefined) return options.setSubscription(new streams.ReadReq.Options.SubscriptionOptions());
  return options.setCount(count.toString());
}

/** The whole log without system events, by type where types are given. */
export function readAllRequest({ from, types, count }: AllRead): ReadReq {
  const options = optionsFor(count);
  const all = new streams.ReadReq.Options.AllOptions();
  if (from === "end") all.setEnd(new shared.Empty());
  else if (from === 0) all.setStart(new shared.Empty());
  else {
    const position = new streams.ReadReq.Options.Position();
    all.setPosition(position.setCommitPosition(from.toString()).setPreparePosition(from.toString()));
  }
  if (from === "end" && count !== undefined) options.setReadDirection(BACKWARDS);
  const filter = new streams.ReadReq.Options.FilterOptions().setCheckpointintervalmultiplier(1);
  filter.setEventType(new streams.ReadReq.Options.FilterOptions.Expression().setRegex(typePattern(types)));
  // A subscription's window also spaces its checkpoints, so there the server's own is kept.
  if (count === undefined) filter.setCount(new shared.Empty());
  else filter.setMax(SEARCH_WINDOW);
  return new streams.ReadReq().setOptions(options.setAll(all).setFilter(filter));
}

function typePattern(types: readonly string[] | undefined): string {
  if (types === undefined) return NOT_SYSTEM;
  return `^(?:${types.map((type) => type.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|")})$`;
}

export function readStreamRequest(
  stream: string,
  from: number | "start" | "end",
  backwards: boolean,
  count: number,
): ReadReq {
  const options = optionsFor(count);
  const identifier = new shared.StreamIdentifier().setStreamName(Buffer.from(stream, "utf8"));
  const asked = new streams.ReadReq.Options.StreamOptions().setStreamIdentifier(identifier);
  if (from === "start") asked.setStart(new shared.Empty());
  else if (from === "end") asked.setEnd(new shared.Empty());
  else asked.setRevision(from.toString());
  if (backwards) options.setReadDirection(BACKWARDS);
  return new streams.ReadReq().setOptions(options.setStream(asked).setNoFilter(new shared.Empty()));
}

/** An event as it is sent: encoded once, so that later changes to what the caller handed over do not reach the log. */
export type ProposedEvent = BatchAppendReq.ProposedMessage;

/** One append of the batch call. `expected` -1 says that the stream must not exist. */
export function appendRequest(
  correlationId: string,
  stream: string,
  expected: number | "any",
  events: readonly ProposedEvent[],
): BatchAppendReq {
  const options = new streams.BatchAppendReq.Options();
  options.setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(stream, "utf8")));
  // The message wants google-protobuf's own Empty, which says the same; a second copy of that library would corrupt both.
  /* eslint-disable @typescript-eslint/no-unsafe-class-instance-assignment */
  if (expected === "any") options.setAny(new shared.Empty());
  else if (expected < 0) options.setNoStream(new shared.Empty());
  /* eslint-enable @typescript-eslint/no-unsafe-class-instance-assignment */
  else options.setStreamPosition(expected.toString());
  const request = new streams.BatchAppendReq()
    .setOptions(options)
    .setCorrelationId(new shared.UUID().setString(correlationId));
  return request.setProposedMessagesList([...events]).setIsFinal(true);
}

/** `appendId` tells who wrote an event where two append the same one at once; `more` is metadata that no reader is given. */
export function proposedEvent(
  event: NewEvent,
  commandId: string,
  appendId: string,
  more: Readonly<Record<`$${string}`, string>> = {},
): ProposedEvent {
  return proposedJson(event.id, event.type, event.data, {
    ...storedMetadata(event.metadata, commandId),
    $appendId: appendId,
    ...more,
  });
}

export function proposedJson(id: string, type: string, data: unknown, metadata: unknown): ProposedEvent {
  const message = new streams.BatchAppendReq.ProposedMessage();
  message.getMetadataMap().set("type", type).set("content-type", JSON_TYPE);
  message.setId(new shared.UUID().setString(id)).setData(Buffer.from(JSON.stringify(data), "utf8"));
  return message.setCustomMetadata(Buffer.from(JSON.stringify(metadata), "utf8"));
}

/** The server's own projections follow `$correlationId` and `$causationId`. */
function storedMetadata(metadata: EventMetadata, commandId: string): Record<string, unknown> {
  const command = metadata.commandId === commandId ? {} : { $commandId: commandId };
  return { ...metadata, ...command, $correlationId: metadata.correlationId, $causationId: metadata.causationId };
}

/** The event of one answer; undefined for other answers. Bytes are those of the answer, not a copy. */
export function eventOf(answer: ReadResp): WireEvent | undefined {
  const recorded = answer.getEvent()?.getEvent();
  if (recorded === undefined) return undefined;
  const headers = recorded.getMetadataMap();
  const type = headers.get("type") ?? "";
  return {
    id: uuidOf(recorded.getId()),
    type,
    isJson: headers.get("content-type") === JSON_TYPE,
    data: recorded.getData_asU8(),
    metadata: recorded.getCustomMetadata_asU8(),
    stream: Buffer.from(recorded.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString("utf8"),
    // A tombstone's revision is beyond every safe integer, and nobody asks for it.
    revision: type.startsWith("$") ? SYSTEM_REVISION : safeNumber(recorded.getStreamRevision(), "Revision"),
    position: safeNumber(recorded.getCommitPosition(), "Position"),
  };
}

/** Up to where a subscription has looked, where the answer says so. */
export function checkpointOf(answer: ReadResp): number | undefined {
  const checkpoint = answer.getCheckpoint();
  return checkpoint === undefined ? undefined : safeNumber(checkpoint.getCommitPosition(), "Position");
}

/** Servers answer ids as text or as two halves. */
export function uuidOf(id: UUID | undefined): string {
  const halves = id?.getStructured();
  if (halves === undefined) return id?.getString() ?? "";
  const hex = [halves.getMostSignificantBits(), halves.getLeastSignificantBits()]
    .map((half) => BigInt.asUintN(64, BigInt(half)).toString(16).padStart(16, "0"))
    .join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
