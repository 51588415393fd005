/**
 * The official client, for what it does well: TLS, credentials, discovery, following the leader.
 * Calls go over its generated stubs, because its own appends share one table of promises over all clients of a process,
 * throw outside every promise when a connection breaks under load, and have no time limit; and its reads know no filter.
 */
import { StreamsClient } from "@eventstore/db-client/generated/streams_grpc_pb";
import type { ReadReq } from "@eventstore/db-client/generated/streams_pb";
import type { Logger } from "../../logging/logger";
import { makeOfficialClient } from "./client-settings";
import { isErased, NoAnswer } from "./failures";

export type ReadCall = ReturnType<StreamsClient["read"]>;
export type AppendCall = ReturnType<StreamsClient["batchAppend"]>;
type CallArguments = [metadata: Metadata, options: Options];
type Metadata = Exclude<Parameters<StreamsClient["batchAppend"]>[0], undefined>;
type Options = Exclude<Parameters<StreamsClient["batchAppend"]>[1], undefined>;

/** What the official client keeps for its own calls and gives to subclasses. */
interface Inside {
  getGRPCClient(client: typeof StreamsClient, name: string): Promise<StreamsClient>;
  callArguments(base: { requiresLeader: boolean }, options: { deadline: number }): CallArguments;
  shouldReconnect(error: Error): readonly [reconnects: boolean, ...leader: unknown[]];
  handleError(client: StreamsClient, error: Error): Promise<void>;
}

export interface OfficialClient {
  /** A read that ends. */
  read(request: ReadReq): Promise<ReadCall>;
  /** A subscription: cancelled when the connection that it was opened on is given up. */
  follow(request: ReadReq): Promise<ReadCall>;
  /** Long as well. */
  batchAppend(): Promise<AppendCall>;
  /**
   * Ends a call on which nothing comes. Where its connection has answered nobody since then, whoever leads is looked for anew:
   * a frozen leader closes no connection, and a busy one is only made busier.
   */
  giveUp(call: ReadCall | AppendCall, since: number): void;
  /** A hard delete; a stream that has one already stays as it is. */
  tombstone(stream: string, limitMs: number): Promise<void>;
  close(): Promise<void>;
}

const UNAVAILABLE = 14;

/** Opens no connection yet. Throws where the connection string cannot be read. */
export function openOfficialClient(connectionString: string, logger: Logger): OfficialClient {
  const client = makeOfficialClient(connectionString, logger);
  const inside = client as unknown as Inside;
  // The stub in use; the client itself closes those it replaces, but not the last one.
  let current: StreamsClient | undefined;
  let closed = false;
  const isClosed = (): boolean => closed;
  const stubOf = new WeakMap<ReadCall | AppendCall, StreamsClient>();
  const heard = new WeakMap<StreamsClient, number>();
  const long = new Set<ReadCall | AppendCall>();
  const renew = (stub: StreamsClient, error: Error): void => {
    if (!inside.shouldReconnect(error)[0]) return;
    inside
      .handleError(stub, error)
      .catch((cause: unknown) => logger.debug({ err: cause }, "EventStoreDB is still not to be found"));
    for (const call of long) if (stubOf.get(call) === stub) call.cancel();
  };
  // The leader alone answers, so that a reader never sees less than an earlier answer promised.
  const open = async <Call extends ReadCall | AppendCall>(
    start: (stub: StreamsClient, ...call: CallArguments) => Call,
  ): Promise<Call> => {
    if (isClosed()) throw new NoAnswer("The log is closed.");
    const stub = await inside.getGRPCClient(StreamsClient, "log");
    current = stub;
    if (isClosed()) {
      stub.close();
      throw new NoAnswer("The log is closed.");
    }
    const call = start(stub, ...inside.callArguments({ requiresLeader: true }, { deadline: Infinity }));
    stubOf.set(call, stub);
    call.on("metadata", () => void heard.set(stub, performance.now()));
    call.on("error", (error: Error) => renew(stub, error));
    return call;
  };
  const read = (request: ReadReq): Promise<ReadCall> =>
    open((stub, metadata, options) => stub.read(request, metadata, options));
  return {
    read,
    follow: (request) => keptWhileOpen(long, read(request)),
    batchAppend: () =>
      keptWhileOpen(
        long,
        open((stub, metadata, options) => stub.batchAppend(metadata, options)),
      ),
    giveUp: (call, since) => {
      call.cancel();
      const stub = stubOf.get(call);
      if (stub !== undefined && (heard.get(stub) ?? 0) > since) return;
      // The client does not mind a call that was cancelled on its own side.
      if (stub !== undefined)
        renew(stub, Object.assign(new Error("Nothing came."), { code: UNAVAILABLE, details: "" }));
    },
    tombstone: (stream, limitMs) => putTombstone(client, stream, limitMs),
    close: async () => {
      closed = true;
      for (const call of long) call.cancel();
      await client.dispose();
      current?.close();
    },
  };
}

async function keptWhileOpen<Call extends ReadCall | AppendCall>(
  long: Set<ReadCall | AppendCall>,
  opening: Promise<Call>,
): Promise<Call> {
  const call = await opening;
  long.add(call);
  const over = (): void => void long.delete(call);
  call.on("error", over).on("end", over);
  return call;
}

async function putTombstone(
  client: ReturnType<typeof makeOfficialClient>,
  stream: string,
  limitMs: number,
): Promise<void> {
  try {
    await client.tombstoneStream(stream, { requiresLeader: true, deadline: limitMs });
  } catch (error) {
    if (!isErased(error)) throw error;
  }
}
