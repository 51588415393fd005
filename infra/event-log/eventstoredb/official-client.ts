/**
 * The official client, for what it does well: connection strings, TLS, credentials, discovery, following the leader.
 * Calls go over its generated stubs, because its own appends share one table of promises over all clients of a process,
 * throw outside every promise when a connection breaks under load, and have no time limit; and its reads know no filter.
 */
import { EventStoreDBClient } from "@eventstore/db-client";
import { StreamsClient } from "@eventstore/db-client/generated/streams_grpc_pb";
import type { ReadReq } from "@eventstore/db-client/generated/streams_pb";
import type { Logger } from "../../logging/logger";
import { isErased } from "./failures";

export type ReadCall = ReturnType<StreamsClient["read"]>;
export type AppendCall = ReturnType<StreamsClient["batchAppend"]>;
type CallArguments = [metadata: Metadata, options: Options];
type Metadata = Exclude<Parameters<StreamsClient["batchAppend"]>[0], undefined>;
type Options = Exclude<Parameters<StreamsClient["batchAppend"]>[1], undefined>;

/** What the official client keeps for its own calls and gives to subclasses. */
interface Inside {
  getGRPCClient(client: typeof StreamsClient, name: string): Promise<StreamsClient>;
  callArguments(base: { requiresLeader: boolean }, options: { deadline: number }): CallArguments;
  handleError(client: StreamsClient, error: Error): Promise<void>;
}

export interface OfficialClient {
  read(request: ReadReq): Promise<ReadCall>;
  batchAppend(): Promise<AppendCall>;
  /** A hard delete; a stream that has one already stays as it is. */
  tombstone(stream: string, limitMs: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens no connection yet. Throws where the connection string cannot be read. */
export function openOfficialClient(connectionString: string, logger: Logger): OfficialClient {
  const client = EventStoreDBClient.connectionString(connectionString);
  const inside = client as unknown as Inside;
  // The stub in use; the client itself closes those it replaces, but not the last one.
  let current: StreamsClient | undefined;
  const renew = (stub: StreamsClient, error: Error): void => {
    inside
      .handleError(stub, error)
      .catch((cause: unknown) => logger.debug({ err: cause }, "EventStoreDB is still not to be found"));
  };
  // The leader alone answers, so that a reader never sees less than an earlier answer promised.
  const open = async <Call extends ReadCall | AppendCall>(
    start: (stub: StreamsClient, ...call: CallArguments) => Call,
  ): Promise<Call> => {
    const stub = await inside.getGRPCClient(StreamsClient, "log");
    current = stub;
    const call = start(stub, ...inside.callArguments({ requiresLeader: true }, { deadline: Infinity }));
    call.on("error", (error: Error) => renew(stub, error));
    return call;
  };
  return {
    read: (request) => open((stub, metadata, options) => stub.read(request, metadata, options)),
    batchAppend: () => open((stub, metadata, options) => stub.batchAppend(metadata, options)),
    tombstone: async (stream, limitMs) => {
      try {
        await client.tombstoneStream(stream, { requiresLeader: true, deadline: limitMs });
      } catch (error) {
        if (!isErased(error)) throw error;
      }
    },
    close: async () => {
      await client.dispose();
      current?.close();
    },
  };
}
