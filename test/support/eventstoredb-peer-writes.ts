/** The peer's calls that write: appends one by one and in batches, and deletions, answered by whoever leads. */
import { status, type sendUnaryData, type ServerDuplexStream, type ServerReadableStream } from "@grpc/grpc-js";
import shared from "@eventstore/db-client/generated/shared_pb";
import streams, {
  type AppendReq,
  type AppendResp,
  type BatchAppendReq,
  type BatchAppendResp,
  type DeleteReq,
  type TombstoneReq,
} from "@eventstore/db-client/generated/streams_pb";
import type { PeerExpectation, PeerOutcome, ProposedEvent } from "./eventstoredb-peer-log";
import {
  batchAnswer,
  expectationOf,
  nameOf,
  notLeader,
  proposedOf,
  refusal,
  streamDeleted,
  wrongExpectedVersion,
} from "./eventstoredb-peer-messages";

type Answer<Value> = sendUnaryData<Value>;
type DeleteOptions = DeleteReq.Options | TombstoneReq.Options;

/** Who leads instead; nobody while there is an election. */
export interface NotLeading {
  readonly kind: "not_leader";
  readonly leader: { readonly port: number } | undefined;
}

/** Where writes go: the log of a single server, or that of a cluster. Called in order, answers in order. */
export interface WriteStore {
  append(
    stream: string,
    expected: PeerExpectation,
    events: readonly ProposedEvent[],
  ): Promise<PeerOutcome | NotLeading>;
  /** `hard` leaves a tombstone. */
  remove(stream: string, expected: PeerExpectation, hard: boolean): Promise<PeerOutcome | NotLeading>;
}

export interface WriteSide {
  readonly store: WriteStore;
  /** Sends an answer, late or never where a test wants it. */
  readonly answered: (send: () => void) => void;
}

/** `mayWrite`: whether the user of the call may. */
export function answerBatches(
  { store, answered }: WriteSide,
  call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>,
  mayWrite: boolean,
): void {
  const open = new Map<string, { options: BatchAppendReq.Options; events: ProposedEvent[] }>();
  const finish = async (request: BatchAppendReq, options: BatchAppendReq.Options, events: ProposedEvent[]) => {
    const stream = nameOf(options.getStreamIdentifier());
    const expected = expectationOf(options, options.getStreamPosition());
    const outcome = mayWrite ? await store.append(stream, expected, events) : "access_denied";
    if (outcome !== "access_denied" && outcome.kind === "not_leader") {
      // A server that knows the leader ends the whole call with it.
      if (outcome.leader !== undefined) call.emit("error", notLeader(outcome.leader));
      else call.write(batchAnswer(request, stream, options, "no_leader"));
    } else answered(() => void call.write(batchAnswer(request, stream, options, outcome)));
  };
  call.on("data", (request: BatchAppendReq) => {
    const key = JSON.stringify(request.getCorrelationId()?.toObject());
    const options = request.getOptions();
    if (options !== undefined) open.set(key, { options, events: [] });
    const batch = open.get(key);
    if (batch === undefined) return;
    batch.events.push(...request.getProposedMessagesList().map(proposedOf));
    if (!request.getIsFinal()) return;
    open.delete(key);
    void finish(request, batch.options, batch.events);
  });
  call.on("error", () => open.clear());
  call.on("end", () => call.end());
}

export function answerAppend(
  { store, answered }: WriteSide,
  call: ServerReadableStream<AppendReq, AppendResp>,
  answer: Answer<AppendResp>,
): void {
  let options: AppendReq.Options | undefined;
  const events: ProposedEvent[] = [];
  const finish = async (): Promise<void> => {
    if (options === undefined) {
      answer(refusal(status.INVALID_ARGUMENT, "No options.", {}));
      return;
    }
    const stream = nameOf(options.getStreamIdentifier());
    const outcome = await store.append(stream, expectationOf(options, options.getRevision()), events);
    if (outcome.kind === "not_leader") {
      answer(notLeader(outcome.leader));
      return;
    }
    answered(() => (outcome.kind === "deleted" ? answer(streamDeleted(stream)) : answer(null, appendAnswer(outcome))));
  };
  call.on("data", (request: AppendReq) => {
    options ??= request.getOptions();
    const message = request.getProposedMessage();
    if (message !== undefined) events.push(proposedOf(message));
  });
  call.on("end", () => void finish());
}

function appendAnswer(outcome: Exclude<PeerOutcome, { kind: "deleted" }>): AppendResp {
  const answer = new streams.AppendResp();
  if (outcome.kind === "wrong") {
    const wrong = new streams.AppendResp.WrongExpectedVersion();
    if (outcome.current < 0n) wrong.setCurrentNoStream(new shared.Empty());
    else wrong.setCurrentRevision(outcome.current.toString());
    return answer.setWrongExpectedVersion(wrong);
  }
  const position = new streams.AppendResp.Position();
  position.setCommitPosition(outcome.position.toString()).setPreparePosition(outcome.position.toString());
  return answer.setSuccess(
    new streams.AppendResp.Success().setCurrentRevision(outcome.revision.toString()).setPosition(position),
  );
}

export async function answerRemove(
  { store }: WriteSide,
  options: DeleteOptions | undefined,
  hard: boolean,
  answer: Answer<unknown>,
): Promise<void> {
  if (options === undefined) {
    answer(refusal(status.INVALID_ARGUMENT, "No options.", {}));
    return;
  }
  const stream = nameOf(options.getStreamIdentifier());
  const outcome = await store.remove(stream, expectationOf(options, options.getRevision()), hard);
  if (outcome.kind === "not_leader") {
    answer(notLeader(outcome.leader));
    return;
  }
  if (outcome.kind === "deleted") {
    answer(streamDeleted(stream));
    return;
  }
  if (outcome.kind === "wrong") {
    answer(wrongExpectedVersion(stream, outcome.current));
    return;
  }
  const Response = hard ? streams.TombstoneResp : streams.DeleteResp;
  const position = new Response.Position()
    .setCommitPosition(outcome.position.toString())
    .setPreparePosition(outcome.position.toString());
  answer(null, new Response().setPosition(position));
}
