/** The whole service in this process: a database of its own, a free port, and a log kept by either store. */
import { loadConfig } from "../../infra/config/config";
import type { Clock } from "../../infra/time/clock";
import { startService, type RunningService, type ServiceParts } from "../../infra/composition/service";
import { silentLogger, type Logger } from "../../infra/logging/logger";
import { createTestDatabase, type TestDatabase } from "./database";
import { startPeer, type PeerControl } from "./eventstoredb-peer-control";
import { TravellingClock } from "./travelling-clock";

/** Where events are kept. */
export const logStores = ["postgres", "eventstoredb"] as const;
export type LogStore = (typeof logStores)[number];

export const ADMIN_EMAIL = "admin@example.com";
export const SECOND_ADMIN_EMAIL = "second-admin@example.com";
export const ADMIN_TOKEN = "the-operator's-token-of-the-tests";
export const COLLECTOR_TOKEN = "collector-token-of-the-tests";
export const masterKey = Buffer.alloc(32, 7);
/** What the service is told that it is called by. */
export const PUBLIC_URL = "http://service.example";
const CHEAP_HASHING = { memoryCost: 64, timeCost: 1, parallelism: 1 };

export interface TestServiceOptions {
  readonly log?: LogStore;
  /** Further settings, by the names of their environment variables. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly outbound?: ServiceParts["outbound"];
  /** Passwords are hashed as in service; otherwise in a moment, because those of tests protect nothing. */
  readonly realHashing?: boolean;
  /** Silent unless told. */
  readonly logger?: Logger;
}

export interface TestService {
  /** Changes with a restart. */
  readonly url: string;
  readonly clock: TravellingClock;
  readonly database: TestDatabase;
  /** Of the server that keeps the log, where one does. */
  readonly eventstoredbUrl: string | undefined;
  readonly running: RunningService;
  stop(): Promise<void>;
  /** Starts again what was stopped, on the same data, with settings that have changed where told. */
  start(changed?: Readonly<Record<string, string>>): Promise<void>;
  /** Starts another process of the service on the same data, with settings of its own such as ROLE, and its own host's clock where told. */
  join(changed?: Readonly<Record<string, string>>, clock?: Clock): Promise<JoinedService>;
  /** Stops it, and what has joined it, and removes its data. */
  close(): Promise<void>;
}

/** A further process of a service; its address does not change. */
export interface JoinedService {
  readonly url: string;
  readonly running: RunningService;
  stop(): Promise<void>;
}

export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const [database, peer] = await Promise.all([createTestDatabase({ connectionsMax: 4 }), peerFor(options.log)]);
  const clock = new TravellingClock();
  const settings = {
    PORT: "0",
    DATABASE_URL: database.url,
    MASTER_KEY: masterKey.toString("base64"),
    PUBLIC_URL,
    ADMIN_EMAILS: `${ADMIN_EMAIL},${SECOND_ADMIN_EMAIL}`,
    ADMIN_TOKEN,
    COLLECTOR_TOKEN,
    // Every account of a test calls from an address of its own, so that tests do not use up each other's limits.
    TRUSTED_PROXIES: "1",
    ...(peer === undefined ? {} : { EVENTSTOREDB_URL: peer.connectionString }),
    ...options.settings,
  };
  const { outbound } = options;
  const parts: Omit<ServiceParts, "config"> = {
    connection: database,
    masterKey,
    logger: options.logger ?? silentLogger,
    clock,
    ...(options.realHashing === true ? {} : { hashingCost: CHEAP_HASHING }),
  };
  const start = (changed: Readonly<Record<string, string>> = {}, ownClock: Clock = clock) => {
    const config = loadConfig({ ...settings, ...changed });
    return startService({ ...parts, clock: ownClock, config, ...(outbound === undefined ? {} : { outbound }) });
  };
  const remove = async (): Promise<void> => {
    await database.drop();
    await peer?.stop();
  };
  let running = await start().catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  let stopped = false;
  const stop = async (): Promise<void> => {
    if (!stopped) await running.stop();
    stopped = true;
  };
  const joined: JoinedService[] = [];
  return {
    get url() {
      return running.url;
    },
    get running() {
      return running;
    },
    clock,
    database,
    eventstoredbUrl: peer?.connectionString,
    stop,
    async start(changed) {
      running = await start(changed);
      stopped = false;
    },
    async join(changed, ownClock) {
      const other = await start(changed, ownClock);
      let ended: Promise<void> | undefined;
      const one = { url: other.url, running: other, stop: () => (ended ??= other.stop()) };
      joined.push(one);
      return one;
    },
    async close() {
      for (const one of joined) await one.stop();
      await stop();
      await remove();
    },
  };
}

/** A server that is there already is used as it is. */
async function peerFor(log: LogStore | undefined): Promise<Pick<PeerControl, "connectionString" | "stop"> | undefined> {
  if (log !== "eventstoredb") return undefined;
  const { EVENTSTOREDB_URL: server } = process.env;
  if (server === undefined || server === "") return startPeer();
  return { connectionString: server, stop: () => Promise.resolve() };
}
