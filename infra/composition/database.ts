/** The database that the settings name: a server of the user's own, the embedded one, or that of a service already running on the same data folder. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config/config";
import type { Logger } from "../logging/logger";
import { startEmbeddedPostgres } from "../postgres/embedded";
import { DataFolderInUse } from "../postgres/embedded/claim";
import type { PostgresConnection } from "../postgres/pool";

export interface OpenDatabase extends PostgresConnection {
  /** Stops the server where this process started it. */
  close(): Promise<void>;
}

/** `onUnexpectedEnd` hears of an embedded server that ends by itself. Throws an Error with a sentence for the operator. */
export async function openDatabase(
  config: Config,
  logger: Logger,
  onUnexpectedEnd: (sentence: string) => void,
): Promise<OpenDatabase> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, close: () => Promise.resolve() };
  const address = addressFile(config);
  const dataDir = join(config.dataDir, "postgres");
  const server = await startEmbeddedPostgres({ dataDir, logger, binDir: config.pgBinDir, onUnexpectedEnd });
  // For the command line beside a running service; whoever can read it can read the master key as well.
  // A file that was left behind would keep its own mode, so it goes first.
  rmSync(address, { force: true });
  writeFileSync(address, server.url, { mode: 0o600 });
  const close = async () => {
    rmSync(address, { force: true });
    await server.stop();
  };
  return { url: server.url, close };
}

/** As {@link openDatabase}, but beside a service that runs on the same data folder its server is used. */
export async function joinDatabase(config: Config, logger: Logger): Promise<OpenDatabase> {
  const onUnexpectedEnd = (sentence: string) => logger.error(sentence);
  try {
    return await openDatabase(config, logger, onUnexpectedEnd);
  } catch (error) {
    const address = addressFile(config);
    if (!(error instanceof DataFolderInUse) || !existsSync(address)) throw error;
    return { url: readFileSync(address, "utf8"), close: () => Promise.resolve() };
  }
}

/** For what only looks: opening the embedded database would make one, and a master key beside it. Throws where there is none. */
export function requireDatabase({ databaseUrl, dataDir }: Config): void {
  const folder = join(dataDir, "postgres");
  if (databaseUrl === undefined && !existsSync(folder)) throw new Error(`There is no database in ${folder}.`);
}

const addressFile = ({ dataDir }: Config): string => join(dataDir, "postgres.url");
