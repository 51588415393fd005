/** The log in EventStoreDB as it is stored, to be copied or to be filled. */
import { setMaxListeners } from "node:events";
import type { Logger } from "../../logging/logger";
import { createAppendPipe } from "../eventstoredb/append-pipe";
import { createErasures, REGISTER } from "../eventstoredb/erasures";
import { createLogIdentity } from "../eventstoredb/log-identity";
import { openOfficialClient } from "../eventstoredb/official-client";
import { createReads, type Patience } from "../eventstoredb/reads";
import { parse, recordedWith } from "../eventstoredb/recorded";
import type { WireEvent } from "../eventstoredb/wire";
import { writeInOrder } from "./writing-in-order";
import type { StoredEvent, StoredLog } from "./stored-log";

const ATTEMPT_MS = 10_000;
const PATIENCE_MS = 20_000;
/** Only reads by type look at this. */
const FAR_BYTES = 64 * 1024 * 1024;
const EVERYTHING = Number.MAX_SAFE_INTEGER;

interface EventStoreSideOptions {
  readonly connectionString: string;
  readonly logger: Logger;
  readonly attemptMs?: number;
  readonly patienceMs?: number;
}

export function openEventStoreSide(options: EventStoreSideOptions): StoredLog {
  const { attemptMs = ATTEMPT_MS, patienceMs = PATIENCE_MS, connectionString, logger } = options;
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const patience: Patience = { attemptMs, patienceMs, closed: closing.signal };
  const client = openOfficialClient(connectionString, logger);
  const pipe = createAppendPipe(client, attemptMs);
  const reads = createReads(client, patience, FAR_BYTES);
  const erasures = createErasures(client, pipe, reads, patience);
  return {
    kind: "eventstoredb",
    identity: createLogIdentity(pipe, reads, patience),
    head: () => reads.head(),
    read: async (after, limit) => {
      const [scan] = await Promise.all([reads.all(after, limit), erasures.refresh()]);
      const events = scan.events.filter(({ stream }) => !erasures.has(stream)).map(storedOf);
      const { position, atHead } = scan;
      return { events: events.filter((event) => event !== undefined), position, atHead };
    },
    // Only the server's own projections count, and they need not run.
    size: () => Promise.resolve(undefined),
    erased: async () => {
      const whole = { stream: REGISTER, from: "start", backwards: false, count: EVERYTHING } as const;
      return new Set((await reads.stream(whole)).flatMap(namesIn));
    },
    erase: async (streams) => {
      await erasures.refresh();
      await erasures.erase(streams);
    },
    append: async (events) => {
      await writeInOrder(events, (append) => pipe.append(append));
      return undefined;
    },
    close: async () => {
      closing.abort();
      pipe.close();
      await client.close();
    },
  };
}

function namesIn(event: WireEvent): string[] {
  const data = parse(event.data);
  const names: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "streams") : undefined;
  return Array.isArray(names) ? names.map(String) : [];
}

function storedOf(event: WireEvent): StoredEvent | undefined {
  const said = parse(event.metadata);
  const recorded = recordedWith(event, said);
  if (recorded === undefined) return undefined;
  const { commandId, occurredAt } = recorded.metadata;
  const text = (name: string): string | undefined => {
    const value: unknown = typeof said === "object" && said !== null ? Reflect.get(said, name) : undefined;
    return typeof value === "string" ? value : undefined;
  };
  return {
    ...recorded,
    commandId: text("$commandId") ?? commandId,
    append: text("$appendId") ?? event.id,
    // The clock that said when it occurred is the one that says when it was recorded.
    recordedAt: text("$recordedAt") ?? occurredAt,
  };
}
