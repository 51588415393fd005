/** A server that speaks EventStoreDB's protocol as far as its official client uses it, for tests and demonstrations. */
import {
  status,
  Server,
  ServerCredentials,
  type sendUnaryData,
  type ServerDuplexStream,
  type ServerReadableStream,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import gossip from "@eventstore/db-client/generated/gossip_pb";
import { GossipService } from "@eventstore/db-client/generated/gossip_grpc_pb";
import serverFeatures from "@eventstore/db-client/generated/serverfeatures_pb";
import { ServerFeaturesService } from "@eventstore/db-client/generated/serverfeatures_grpc_pb";
import shared from "@eventstore/db-client/generated/shared_pb";
import streams, {
  type AppendReq,
  type AppendResp,
  type BatchAppendReq,
  type BatchAppendResp,
  type DeleteReq,
  type TombstoneReq,
} from "@eventstore/db-client/generated/streams_pb";
import { StreamsService } from "@eventstore/db-client/generated/streams_grpc_pb";
import { PeerLog, type PeerOutcome, type ProposedEvent } from "./eventstoredb-peer-log";
import {
  batchAnswer,
  expectationOf,
  nameOf,
  proposedOf,
  refusal,
  streamDeleted,
  wrongExpectedVersion,
} from "./eventstoredb-peer-messages";
import { answerRead } from "./eventstoredb-peer-read";

/** What a test may make go wrong, beside killing and freezing the process. */
export interface PeerFaults {
  delayMs: number;
  /** How many appends are committed and then never answered. */
  loseAnswers: number;
}

export interface RunningPeer {
  readonly port: number;
  readonly faults: PeerFaults;
  readonly log: PeerLog;
  close(): void;
}

type Answer<Value> = sendUnaryData<Value>;
type DeleteOptions = DeleteReq.Options | TombstoneReq.Options;

const MESSAGE_BYTES_MAX = 17 * 1024 * 1024;
const SERVER_VERSION = "23.10.0";

/** Serves the log in `path` on a loopback port; 0 takes a free one. */
export async function startPeerServer(path: string, wantedPort: number): Promise<RunningPeer> {
  const log = new PeerLog(path);
  const faults: PeerFaults = { delayMs: 0, loseAnswers: 0 };
  const server = new Server({ "grpc.max_receive_message_length": MESSAGE_BYTES_MAX });
  let port = 0;
  server.addService(ServerFeaturesService, {
    getSupportedMethods: (_call: unknown, answer: Answer<unknown>) => answer(null, supportedMethods()),
  });
  server.addService(GossipService, {
    read: (_call: unknown, answer: Answer<unknown>) => answer(null, clusterOf(port)),
  });
  server.addService(StreamsService, streamsService(log, faults));
  port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${wantedPort}`, ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return {
    port,
    faults,
    log,
    close: () => {
      server.forceShutdown();
      log.close();
    },
  };
}

function streamsService(log: PeerLog, faults: PeerFaults): UntypedServiceImplementation {
  const answered = (send: () => void): void => {
    if (faults.loseAnswers > 0) {
      faults.loseAnswers -= 1;
      return;
    }
    if (faults.delayMs > 0) setTimeout(send, faults.delayMs);
    else send();
  };
  return {
    read: (call: Parameters<typeof answerRead>[1]) => void answerRead(log, call),
    append: (call: ServerReadableStream<AppendReq, AppendResp>, answer: Answer<AppendResp>) =>
      answerAppend(log, call, answer, answered),
    batchAppend: (call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>) => answerBatches(log, call, answered),
    delete: (call: { request: DeleteReq }, answer: Answer<unknown>) =>
      answerRemove(log, call.request.getOptions(), false, answer),
    tombstone: (call: { request: TombstoneReq }, answer: Answer<unknown>) =>
      answerRemove(log, call.request.getOptions(), true, answer),
  };
}

function answerBatches(
  log: PeerLog,
  call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>,
  answered: (send: () => void) => void,
): void {
  const open = new Map<string, { options: BatchAppendReq.Options; events: ProposedEvent[] }>();
  call.on("data", (request: BatchAppendReq) => {
    const key = JSON.stringify(request.getCorrelationId()?.toObject());
    const options = request.getOptions();
    if (options !== undefined) open.set(key, { options, events: [] });
    const batch = open.get(key);
    if (batch === undefined) return;
    batch.events.push(...request.getProposedMessagesList().map(proposedOf));
    if (!request.getIsFinal()) return;
    open.delete(key);
    const stream = nameOf(batch.options.getStreamIdentifier());
    const outcome = log.append(stream, expectationOf(batch.options, batch.options.getStreamPosition()), batch.events);
    answered(() => void call.write(batchAnswer(request, stream, batch.options, outcome)));
  });
  call.on("error", () => open.clear());
  call.on("end", () => call.end());
}

function answerAppend(
  log: PeerLog,
  call: ServerReadableStream<AppendReq, AppendResp>,
  answer: Answer<AppendResp>,
  answered: (send: () => void) => void,
): void {
  let options: AppendReq.Options | undefined;
  const events: ProposedEvent[] = [];
  call.on("data", (request: AppendReq) => {
    options ??= request.getOptions();
    const message = request.getProposedMessage();
    if (message !== undefined) events.push(proposedOf(message));
  });
  call.on("end", () => {
    if (options === undefined) return answer(refusal(status.INVALID_ARGUMENT, "No options.", {}));
    const stream = nameOf(options.getStreamIdentifier());
    const outcome = log.append(stream, expectationOf(options, options.getRevision()), events);
    answered(() => (outcome.kind === "deleted" ? answer(streamDeleted(stream)) : answer(null, appendAnswer(outcome))));
  });
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

function answerRemove(log: PeerLog, options: DeleteOptions | undefined, hard: boolean, answer: Answer<unknown>): void {
  if (options === undefined) return answer(refusal(status.INVALID_ARGUMENT, "No options.", {}));
  const stream = nameOf(options.getStreamIdentifier());
  const outcome = log.remove(stream, expectationOf(options, options.getRevision()), hard);
  if (outcome.kind === "deleted") return answer(streamDeleted(stream));
  if (outcome.kind === "wrong") return answer(wrongExpectedVersion(stream, outcome.current));
  const Response = hard ? streams.TombstoneResp : streams.DeleteResp;
  const position = new Response.Position()
    .setCommitPosition(outcome.position.toString())
    .setPreparePosition(outcome.position.toString());
  answer(null, new Response().setPosition(position));
}

function supportedMethods(): InstanceType<typeof serverFeatures.SupportedMethods> {
  const supported = new serverFeatures.SupportedMethods().setEventStoreServerVersion(SERVER_VERSION);
  for (const method of ["read", "append", "delete", "tombstone", "batchappend"]) {
    supported.addMethods(
      new serverFeatures.SupportedMethod().setServiceName("event_store.client.streams.streams").setMethodName(method),
    );
  }
  return supported;
}

/** A cluster of one, for clients that discover. */
function clusterOf(port: number): InstanceType<typeof gossip.ClusterInfo> {
  const member = new gossip.MemberInfo()
    .setInstanceId(new shared.UUID().setString(crypto.randomUUID()))
    .setIsAlive(true);
  member.setState(gossip.MemberInfo.VNodeState.LEADER).setTimeStamp(Date.now().toString());
  member.setHttpEndPoint(new gossip.EndPoint().setAddress("127.0.0.1").setPort(port));
  const cluster = new gossip.ClusterInfo();
  cluster.addMembers(member);
  return cluster;
}
