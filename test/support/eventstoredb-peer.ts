/** A server that speaks EventStoreDB's protocol as far as its official client uses it, for tests and demonstrations. */
import {
  Server,
  ServerCredentials,
  type Metadata,
  type sendUnaryData,
  type ServiceError,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import gossip from "@eventstore/db-client/generated/gossip_pb";
import { GossipService } from "@eventstore/db-client/generated/gossip_grpc_pb";
import serverFeatures from "@eventstore/db-client/generated/serverfeatures_pb";
import { ServerFeaturesService } from "@eventstore/db-client/generated/serverfeatures_grpc_pb";
import shared from "@eventstore/db-client/generated/shared_pb";
import type { DeleteReq, TombstoneReq } from "@eventstore/db-client/generated/streams_pb";
import { StreamsService } from "@eventstore/db-client/generated/streams_grpc_pb";
import { type PeerLog } from "./eventstoredb-peer-log";
import { accessDenied, notLeader, unauthenticated } from "./eventstoredb-peer-messages";
import { answerRead, fail, type ReadFaults, type ReadSide } from "./eventstoredb-peer-read";
import { answerAppend, answerBatches, answerRemove, type WriteSide, type WriteStore } from "./eventstoredb-peer-writes";

/** What a test may make go wrong, beside killing and freezing the process. */
export interface PeerFaults extends ReadFaults {
  delayMs: number;
  /** How many appends are committed and then never answered. */
  loseAnswers: number;
}

export interface PeerUser {
  readonly name: string;
  readonly password: string;
  /** As the default rights are: only operators and administrators read everything. */
  readonly readsAll: boolean;
  readonly writes: boolean;
}

export interface PeerOptions {
  /** PEM. */
  readonly tls?: { readonly certificate: string; readonly key: string };
  /** Everybody may do everything where there are none. */
  readonly users?: readonly PeerUser[];
}

export interface Member {
  readonly port: number;
  readonly alive: boolean;
  readonly leads: boolean;
}

/** A cluster's member knows who leads; a single server leads. */
export interface Membership {
  readonly store: WriteStore;
  leads(): boolean;
  members(): readonly Member[];
}

export interface RunningPeer {
  readonly port: number;
  readonly faults: PeerFaults;
  readonly reads: ReadSide;
  readonly log: PeerLog;
  close(): void;
}

type Answer<Value> = sendUnaryData<Value>;
type Unary<Request> = (call: { request: Request; metadata: Metadata }, answer: Answer<unknown>) => void;

const MESSAGE_BYTES_MAX = 17 * 1024 * 1024;
const SERVER_VERSION = "23.10.0";

/** Serves a log on a loopback port; 0 takes a free one. */
export async function startPeerServer(
  log: PeerLog,
  wantedPort: number,
  options: PeerOptions = {},
  cluster?: Membership,
): Promise<RunningPeer> {
  const faults: PeerFaults = { delayMs: 0, loseAnswers: 0, searchMs: 0 };
  const reads: ReadSide = { log, faults, served: { events: 0, bytes: 0, checkpoints: 0 }, subscriptions: new Set() };
  const server = new Server({ "grpc.max_receive_message_length": MESSAGE_BYTES_MAX });
  let port = 0;
  const membership = cluster ?? alone(log, () => port);
  server.addService(ServerFeaturesService, {
    getSupportedMethods: (_call: unknown, answer: Answer<unknown>) => answer(null, supportedMethods()),
  });
  server.addService(GossipService, {
    read: (_call: unknown, answer: Answer<unknown>) => answer(null, clusterOf(membership.members())),
  });
  server.addService(StreamsService, streamsService(reads, membership, faults, options.users));
  port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${wantedPort}`, credentialsOf(options), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return {
    port,
    faults,
    reads,
    log,
    close: () => {
      server.forceShutdown();
      log.close();
    },
  };
}

function credentialsOf({ tls }: PeerOptions): ServerCredentials {
  if (tls === undefined) return ServerCredentials.createInsecure();
  const pair = { cert_chain: Buffer.from(tls.certificate), private_key: Buffer.from(tls.key) };
  return ServerCredentials.createSsl(null, [pair]);
}

function alone(log: PeerLog, port: () => number): Membership {
  return {
    store: {
      append: (...append) => Promise.resolve(log.append(...append)),
      remove: (...remove) => Promise.resolve(log.remove(...remove)),
    },
    leads: () => true,
    members: () => [{ port: port(), alive: true, leads: true }],
  };
}

function streamsService(
  reads: ReadSide,
  membership: Membership,
  faults: PeerFaults,
  users: readonly PeerUser[] | undefined,
): UntypedServiceImplementation {
  const answered = (send: () => void): void => {
    if (faults.loseAnswers > 0) {
      faults.loseAnswers -= 1;
      return;
    }
    if (faults.delayMs > 0) setTimeout(send, faults.delayMs);
    else send();
  };
  const writes: WriteSide = { store: membership.store, answered };
  const userOf = (call: { metadata: Metadata }): PeerUser | undefined =>
    users === undefined ? EVERYBODY : users.find((user) => authorizationOf(user) === said(call, "authorization"));
  /** Why a call is not served at all, if so. */
  const refusalOf = (call: { metadata: Metadata }): ServiceError | undefined => {
    if (userOf(call) === undefined) return unauthenticated();
    if (said(call, "requires-leader") !== "true" || membership.leads()) return undefined;
    return notLeader(membership.members().find(({ leads }) => leads));
  };
  const guarded =
    <Request>(run: Unary<Request>): Unary<Request> =>
    (call, answer) => {
      const refusal = refusalOf(call);
      if (refusal === undefined) run(call, answer);
      else answer(refusal);
    };
  return {
    read: (call: Parameters<typeof answerRead>[1]) => {
      const wantsAll = call.request.getOptions()?.hasAll() === true;
      const refusal = refusalOf(call) ?? (wantsAll && userOf(call)?.readsAll !== true ? accessDenied() : undefined);
      if (refusal === undefined) void answerRead(reads, call);
      else fail(call, refusal);
    },
    append: (call: Parameters<typeof answerAppend>[1], answer: Parameters<typeof answerAppend>[2]) => {
      const refusal = refusalOf(call);
      if (refusal === undefined) answerAppend(writes, call, answer);
      else answer(refusal);
    },
    batchAppend: (call: Parameters<typeof answerBatches>[1]) => {
      const user = userOf(call);
      // Who leads is asked at every append: the call outlives elections.
      if (user === undefined) fail(call, unauthenticated());
      else answerBatches(writes, call, user.writes);
    },
    delete: guarded<DeleteReq>((call, answer) => void answerRemove(writes, call.request.getOptions(), false, answer)),
    tombstone: guarded<TombstoneReq>(
      (call, answer) => void answerRemove(writes, call.request.getOptions(), true, answer),
    ),
  };
}

const EVERYBODY: PeerUser = { name: "", password: "", readsAll: true, writes: true };

const said = ({ metadata }: { metadata: Metadata }, header: string): string | undefined =>
  metadata.get(header).map(String)[0];

const authorizationOf = ({ name, password }: PeerUser): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;

function supportedMethods(): InstanceType<typeof serverFeatures.SupportedMethods> {
  const supported = new serverFeatures.SupportedMethods().setEventStoreServerVersion(SERVER_VERSION);
  for (const method of ["read", "append", "delete", "tombstone", "batchappend"]) {
    supported.addMethods(
      new serverFeatures.SupportedMethod().setServiceName("event_store.client.streams.streams").setMethodName(method),
    );
  }
  return supported;
}

/** What members tell about each other, for clients that discover. */
function clusterOf(members: readonly Member[]): InstanceType<typeof gossip.ClusterInfo> {
  const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState;
  const cluster = new gossip.ClusterInfo();
  for (const { port, alive, leads } of members) {
    const member = new gossip.MemberInfo()
      .setInstanceId(new shared.UUID().setString(crypto.randomUUID()))
      .setIsAlive(alive);
    member.setState(leads ? LEADER : FOLLOWER).setTimeStamp(Date.now().toString());
    member.setHttpEndPoint(new gossip.EndPoint().setAddress("127.0.0.1").setPort(port));
    cluster.addMembers(member);
  }
  return cluster;
}
