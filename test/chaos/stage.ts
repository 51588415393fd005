/** Everything that a run needs: database, log, broker and receiver, each behind a network that fails as told, and the program by roles. */
import { freePort } from "../../infra/cli/kafka/broker";
import type { Role } from "../../infra/config/settings";
import { createFleet, type Fleet } from "../support/fleet";
import { startPeer, type PeerControl } from "../support/eventstoredb-peer-control";
import { startTestBroker, type TestBroker } from "../support/kafka";
import type { ChaosOptions } from "./options";
import { startOwnPostgres, type OwnPostgres } from "./own-postgres";
import { startProxy, type Proxy } from "./proxy";
import { startReceiver, type Receiver } from "./receiver";

/** A server behind its network. */
export interface Behind<Server> {
  readonly server: Server;
  readonly proxy: Proxy;
}

export interface Stage {
  readonly database: Behind<OwnPostgres>;
  /** Undefined where the log is kept in Postgres. */
  readonly peer: Behind<PeerControl> | undefined;
  /** Undefined without Kafka. */
  readonly broker: Behind<TestBroker> | undefined;
  readonly receiver: Receiver;
  readonly fleet: Fleet;
  /** What database and broker wrote, by their names. */
  serverLogs(): readonly (readonly [name: string, text: string])[];
  close(): Promise<void>;
}

/** Two of each, so that another one is there when one falls. */
const EACH = 2;

/** `heard` is told what each process writes, as it comes. */
export async function openStage(
  { log, kafka, together }: Pick<ChaosOptions, "log" | "kafka" | "together">,
  heard: (name: string, text: string) => void = () => undefined,
): Promise<Stage> {
  const closing: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const [database, peer, broker, receiver] = await Promise.all([
      openDatabase(closing),
      log === "eventstoredb" ? openPeer(closing) : undefined,
      kafka ? openBroker(closing) : undefined,
      startReceiver(),
    ]);
    closing.push(receiver.close);
    const fleet = createFleet({
      databaseUrl: database.server.url(database.proxy.port),
      settings: {
        WEBHOOK_ALLOWED_TARGETS: `127.0.0.1:${receiver.port}`,
        ...(peer === undefined ? {} : { EVENTSTOREDB_URL: `esdb://127.0.0.1:${peer.proxy.port}?tls=false` }),
        ...(broker === undefined ? {} : { KAFKA_BROKERS: `127.0.0.1:${broker.proxy.port}` }),
      },
      named: (url, name) => `${url}?application_name=${name}`,
      heard,
    });
    closing.push(fleet.close);
    await Promise.all(rolesOf(together, kafka).map((role) => fleet.start(role)));
    const serverLogs = () => [
      ["database", database.server.log()] as const,
      ...(broker === undefined ? [] : [["broker", broker.server.log()] as const]),
    ];
    return { database, peer, broker, receiver, fleet, serverLogs, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function rolesOf(together: boolean, kafka: boolean): readonly Role[] {
  if (together) return ["all"];
  const roles: readonly Role[] = kafka
    ? ["api", "projector", "processor", "ingest"]
    : ["api", "projector", "processor"];
  return roles.flatMap((role) => Array<Role>(EACH).fill(role));
}

async function openDatabase(closing: (() => Promise<void>)[]): Promise<Behind<OwnPostgres>> {
  const server = await startOwnPostgres();
  closing.push(server.remove);
  return behind(server, server.port, closing);
}

async function openPeer(closing: (() => Promise<void>)[]): Promise<Behind<PeerControl>> {
  const server = await startPeer();
  closing.push(server.stop);
  return behind(server, () => server.port, closing);
}

/** Clients are sent to the proxy, also by the broker itself. */
async function openBroker(closing: (() => Promise<void>)[]): Promise<Behind<TestBroker>> {
  const port = await freePort();
  const proxy = await startProxy(() => port);
  closing.push(proxy.close);
  const server = await startTestBroker({ port, advertisedPort: proxy.port });
  closing.push(server.remove);
  return { server, proxy };
}

async function behind<Server>(server: Server, port: () => number, closing: (() => Promise<void>)[]) {
  const proxy = await startProxy(port);
  closing.push(proxy.close);
  return { server, proxy };
}
