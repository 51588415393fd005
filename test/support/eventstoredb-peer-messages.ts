/** The peer's words: protocol messages of EventStoreDB made from and read into plain values. */
import { Metadata, status, type ServiceError } from "@grpc/grpc-js";
import shared, { type StreamIdentifier } from "@eventstore/db-client/generated/shared_pb";
import codes from "@eventstore/db-client/generated/code_pb";
import statusMessages from "@eventstore/db-client/generated/status_pb";
import streams, {
  type BatchAppendReq,
  type BatchAppendResp,
  type ReadReq,
  type ReadResp,
} from "@eventstore/db-client/generated/streams_pb";
import anyMessages from "google-protobuf/google/protobuf/any_pb";
import emptyMessages from "google-protobuf/google/protobuf/empty_pb";
import type { PeerEvent, PeerExpectation, PeerOutcome, ProposedEvent } from "./eventstoredb-peer-log";

type Proposed = BatchAppendReq.ProposedMessage;
type Filter = ReadReq.Options.FilterOptions;

interface Expecting {
  hasAny(): boolean;
  hasNoStream(): boolean;
  hasStreamExists(): boolean;
}

export function nameOf(identifier: StreamIdentifier | undefined): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString("utf8");
}

function identifierOf(name: string): StreamIdentifier {
  return new shared.StreamIdentifier().setStreamName(Buffer.from(name, "utf8"));
}

export function expectationOf(options: Expecting, revision: string): PeerExpectation {
  if (options.hasAny()) return "any";
  if (options.hasNoStream()) return "none";
  return options.hasStreamExists() ? "exists" : BigInt(revision);
}

export function proposedOf(
  message: Pick<Proposed, "getId" | "getMetadataMap" | "getData_asU8" | "getCustomMetadata_asU8">,
): ProposedEvent {
  const headers = message.getMetadataMap();
  return {
    id: message.getId()?.getString() ?? "",
    type: headers.get("type") ?? "",
    contentType: headers.get("content-type") ?? "",
    data: Buffer.from(message.getData_asU8()),
    metadata: Buffer.from(message.getCustomMetadata_asU8()),
  };
}

export function eventAnswer(event: PeerEvent): ReadResp {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent();
  recorded.setId(new shared.UUID().setString(event.id)).setStreamIdentifier(identifierOf(event.stream));
  recorded.setStreamRevision(event.revision.toString()).setData(event.data).setCustomMetadata(event.metadata);
  recorded.setCommitPosition(event.position.toString()).setPreparePosition(event.position.toString());
  recorded
    .getMetadataMap()
    .set("type", event.type)
    .set("content-type", event.contentType)
    .set("created", event.createdTicks);
  const read = new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(event.position.toString());
  return new streams.ReadResp().setEvent(read);
}

export function checkpointAnswer(position: number): ReadResp {
  const checkpoint = new streams.ReadResp.Checkpoint();
  checkpoint.setCommitPosition(position.toString()).setPreparePosition(position.toString());
  return new streams.ReadResp().setCheckpoint(checkpoint);
}

export function confirmationAnswer(): ReadResp {
  return new streams.ReadResp().setConfirmation(
    new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(crypto.randomUUID()),
  );
}

export function caughtUpAnswer(): ReadResp {
  return new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp());
}

export function fellBehindAnswer(): ReadResp {
  return new streams.ReadResp().setFellBehind(new streams.ReadResp.FellBehind());
}

export function notFoundAnswer(stream: string): ReadResp {
  return new streams.ReadResp().setStreamNotFound(
    new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifierOf(stream)),
  );
}

/** Whether an event passes a filter by type or by stream name, expression or prefixes. */
export function matcherOf(filter: Filter | undefined): (event: PeerEvent) => boolean {
  if (filter === undefined) return () => true;
  const byType = filter.hasEventType();
  const expression = byType ? filter.getEventType() : filter.getStreamIdentifier();
  const pattern = expression?.getRegex() ?? "";
  const prefixes = expression?.getPrefixList() ?? [];
  const regex = pattern === "" ? undefined : new RegExp(pattern);
  return (event) => {
    const value = byType ? event.type : event.stream;
    return regex === undefined ? prefixes.some((prefix) => value.startsWith(prefix)) : regex.test(value);
  };
}

/** The answer to one append of a batch call. */
export function batchAnswer(
  request: BatchAppendReq,
  stream: string,
  options: BatchAppendReq.Options,
  outcome: PeerOutcome | "access_denied" | "no_leader",
): BatchAppendResp {
  const answer = new streams.BatchAppendResp()
    .setCorrelationId(request.getCorrelationId())
    .setStreamIdentifier(identifierOf(stream));
  if (outcome === "no_leader") {
    // As a server says it: no code, and nothing in the details.
    const empty = new anyMessages.Any();
    empty.pack(new emptyMessages.Empty().serializeBinary(), "google.protobuf.Empty");
    const message = "No leader info available in response";
    return answer.setError(new statusMessages.Status().setMessage(message).setDetails(empty));
  }
  if (outcome === "access_denied") {
    const denied = new anyMessages.Any();
    denied.pack(new shared.AccessDenied().serializeBinary(), "event_store.client.AccessDenied");
    const refused = new statusMessages.Status().setCode(codes.Code.PERMISSION_DENIED).setMessage("AccessDenied");
    return answer.setError(refused.setDetails(denied));
  }
  if (outcome.kind === "written") {
    const position = new shared.AllStreamPosition();
    position.setCommitPosition(outcome.position.toString()).setPreparePosition(outcome.position.toString());
    return answer.setSuccess(
      new streams.BatchAppendResp.Success().setCurrentRevision(outcome.revision.toString()).setPosition(position),
    );
  }
  const details = new anyMessages.Any();
  if (outcome.kind === "deleted") {
    details.pack(
      new shared.StreamDeleted().setStreamIdentifier(identifierOf(stream)).serializeBinary(),
      "event_store.client.StreamDeleted",
    );
  } else {
    details.pack(wrongVersion(options, outcome.current).serializeBinary(), "event_store.client.WrongExpectedVersion");
  }
  const failed = new statusMessages.Status().setCode(codes.Code.FAILED_PRECONDITION).setMessage(outcome.kind);
  return answer.setError(failed.setDetails(details));
}

function wrongVersion(
  options: BatchAppendReq.Options,
  current: bigint,
): InstanceType<typeof shared.WrongExpectedVersion> {
  const wrong = new shared.WrongExpectedVersion();
  if (current < 0n) wrong.setCurrentNoStream(new emptyMessages.Empty());
  else wrong.setCurrentStreamRevision(current.toString());
  if (options.hasAny()) wrong.setExpectedAny(new emptyMessages.Empty());
  else if (options.hasNoStream()) wrong.setExpectedNoStream(new emptyMessages.Empty());
  else if (options.hasStreamExists()) wrong.setExpectedStreamExists(new emptyMessages.Empty());
  else wrong.setExpectedStreamPosition(options.getStreamPosition());
  return wrong;
}

/** A refusal as the server says it: a gRPC status with the facts as headers. */
export function refusal(code: status, message: string, facts: Readonly<Record<string, string>>): ServiceError {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(facts)) metadata.set(name, value);
  return Object.assign(new Error(message), { code, details: message, metadata });
}

export function streamDeleted(stream: string): ServiceError {
  const message = `Event stream '${stream}' is deleted.`;
  return refusal(status.FAILED_PRECONDITION, message, { exception: "stream-deleted", "stream-name": stream });
}

export function wrongExpectedVersion(stream: string, current: bigint): ServiceError {
  return refusal(status.FAILED_PRECONDITION, "Wrong expected version.", {
    exception: "wrong-expected-version",
    "stream-name": stream,
    "expected-version": "-1",
    "actual-version": current.toString(),
  });
}

/** Whom to ask instead, where somebody leads. */
export function notLeader(leader: { readonly port: number } | undefined): ServiceError {
  if (leader === undefined) return refusal(status.UNKNOWN, "No leader info available in response", {});
  return refusal(status.NOT_FOUND, "Leader info available", {
    exception: "not-leader",
    "leader-endpoint-host": "127.0.0.1",
    "leader-endpoint-port": String(leader.port),
  });
}

export const unauthenticated = (): ServiceError => refusal(status.UNAUTHENTICATED, "Unauthenticated", {});

export const accessDenied = (): ServiceError =>
  refusal(status.PERMISSION_DENIED, "Access Denied", { exception: "access-denied" });
