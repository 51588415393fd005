/** The official client made from a connection string: TLS with its files, credentials, and one server or a cluster to discover. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { EventStoreDBClient } from "@eventstore/db-client";
import type { Logger } from "../../logging/logger";
import { readConnectionString, UnreadableConnectionString, type ConnectionString } from "./connection-string";

type ChannelCredentials = NonNullable<ConstructorParameters<typeof EventStoreDBClient>[1]>;

/** Seconds that one seed has to say who leads: a frozen one must not use up the patience of a call. */
const GOSSIP_SECONDS = 2;

/** Throws UnreadableConnectionString, which names a file that cannot be read. */
export function makeOfficialClient(connectionString: string, logger: Logger): EventStoreDBClient {
  const said = readConnectionString(connectionString);
  if (!said.tls && said.credentials !== undefined)
    logger.warn("EVENTSTOREDB_URL has a user and tls=false: without TLS nobody's password is sent");
  if (said.tls && !said.tlsVerifyCert)
    logger.warn("EVENTSTOREDB_URL has tlsVerifyCert=false: whoever stands between can be the server");
  const { hosts, discover, numbers, connectionName } = said;
  const [first, ...others] = hosts;
  if (first === undefined) throw new UnreadableConnectionString("It names no host.");
  const settings = { ...numbers, ...(connectionName !== undefined && { connectionName }) };
  const cluster = { ...settings, gossipTimeout: numbers.gossipTimeout ?? GOSSIP_SECONDS };
  const how = [channelOf(said), said.tls ? said.credentials : undefined] as const;
  if (others.length > 0) return new EventStoreDBClient({ ...cluster, endpoints: [...hosts] }, ...how);
  if (discover) return new EventStoreDBClient({ ...cluster, discover: first }, ...how);
  return new EventStoreDBClient({ ...settings, endpoint: first }, ...how);
}

function channelOf({ tls, tlsVerifyCert, files }: ConnectionString): ChannelCredentials {
  if (!tls) return { insecure: true };
  const { tlsCAFile, userCertFile, userKeyFile } = files;
  return {
    insecure: false,
    ...(tlsCAFile !== undefined && { rootCertificate: contentOf("tlsCAFile", tlsCAFile) }),
    ...(userCertFile !== undefined && { userCertFile: contentOf("userCertFile", userCertFile) }),
    ...(userKeyFile !== undefined && { userKeyFile: contentOf("userKeyFile", userKeyFile) }),
    ...(!tlsVerifyCert && {
      verifyOptions: { rejectUnauthorized: false, checkServerIdentity: () => undefined },
    }),
  };
}

function contentOf(option: string, path: string): Buffer {
  try {
    return readFileSync(resolve(path));
  } catch (error) {
    throw new UnreadableConnectionString(`The file of its ${option} cannot be read.`, { cause: error });
  }
}
