/** EventStoreDB logs for tests: on a real server where EVENTSTOREDB_URL names one, on the protocol peer elsewhere. */
import type { EventLog } from "../../../infra/event-log/event-log";
import { createEventStoreLog, type EventStoreLogOptions } from "../../../infra/event-log/eventstoredb/eventstoredb-log";
import { silentLogger } from "../../../infra/logging/logger";
import type { LogUnderTest } from "../../contract/event-log.contract";
import { startPeer, type PeerControl } from "../../support/eventstoredb-peer-control";

const { EVENTSTOREDB_URL } = process.env;

export const realServer = EVENTSTOREDB_URL !== undefined && EVENTSTOREDB_URL !== "";

export const serverName = realServer ? "EventStoreDB" : "EventStoreDB (protocol peer)";

/** Faults can be made only with the peer; against a real server these tests are listed as skipped. */
export const describeWithPeer = realServer ? describe.skip : describe;

/** Short enough for a test to see a try fail, long enough for a busy machine. */
const SHORT = { attemptMs: 500, patienceMs: 3_000 };

let shared: Promise<PeerControl> | undefined;

/** One peer for all tests of a file. */
export function peer(): Promise<PeerControl> {
  shared ??= startPeer();
  return shared;
}

export async function stopPeer(): Promise<void> {
  await (await shared)?.stop();
  shared = undefined;
}

export async function connectionString(): Promise<string> {
  return realServer ? String(EVENTSTOREDB_URL) : (await peer()).connectionString;
}

/** On the file's own server unless the options name another, which leaves that one unstarted. */
export async function openLog(options: Partial<EventStoreLogOptions> = {}): Promise<EventLog> {
  const place = options.connectionString ?? (await connectionString());
  return createEventStoreLog({ logger: silentLogger, ...SHORT, ...options, connectionString: place });
}

export async function makeEventStoreLog(): Promise<LogUnderTest> {
  const [log, anotherProcessLog] = await Promise.all([openLog(), openLog()]);
  const control = realServer ? undefined : await peer();
  return {
    log,
    anotherProcessLog,
    ...(control && {
      server: { stopServer: control.kill, restartServer: control.restart, loseNextAnswer: control.loseNextAnswer },
    }),
    close: async () => {
      await Promise.all([log.close(), anotherProcessLog.close()]);
    },
  };
}
