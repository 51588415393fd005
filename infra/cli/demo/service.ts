/** The service that the demo talks to: a running one that DEMO_URL names, or one that it starts for itself. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../composition/database";
import { startService } from "../../composition/service";
import { loadConfig } from "../../config/config";
import { loadMasterKey } from "../../config/master-key";
import { createLogger } from "../../logging/logger";

export interface DemoService {
  readonly url: string;
  readonly collectorToken: string;
  readonly admin: { readonly email: string; readonly password: string; readonly adminToken?: string };
  close(): Promise<void>;
}

const ADMIN = {
  email: "admin@demo.example",
  password: "demo demo demo",
  adminToken: "demo-operator-token-of-32-characters",
};

/** For a running service: its URL and collector token, and the address and password of one of its administrators. */
export function runningService(environment: NodeJS.ProcessEnv): DemoService | undefined {
  const { DEMO_URL, DEMO_COLLECTOR_TOKEN, DEMO_ADMIN_EMAIL, DEMO_ADMIN_PASSWORD } = environment;
  if (DEMO_URL === undefined) return undefined;
  if (!DEMO_COLLECTOR_TOKEN || !DEMO_ADMIN_EMAIL || !DEMO_ADMIN_PASSWORD || !environment["DEMO_RECEIVER_PORT"])
    throw new Error(
      "With DEMO_URL the demo also needs DEMO_COLLECTOR_TOKEN (the service's COLLECTOR_TOKEN), DEMO_ADMIN_EMAIL and DEMO_ADMIN_PASSWORD of one of its administrators, and DEMO_RECEIVER_PORT, with which the service's WEBHOOK_ALLOWED_TARGETS names 127.0.0.1:PORT.",
    );
  const admin = { email: DEMO_ADMIN_EMAIL, password: DEMO_ADMIN_PASSWORD };
  const url = DEMO_URL.replace(/\/+$/, "");
  return { url, collectorToken: DEMO_COLLECTOR_TOKEN, admin, close: () => Promise.resolve() };
}

/** In a data folder of its own, which is gone afterwards; the log is EventStoreDB's where EVENTSTOREDB_URL names one. */
export async function ownService(environment: NodeJS.ProcessEnv, webhookTarget: string): Promise<DemoService> {
  const dataDir = mkdtempSync(join(tmpdir(), "demo-"));
  const collectorToken = "demo-collector-token-of-32-characters";
  const config = loadConfig({
    EVENTSTOREDB_URL: environment["EVENTSTOREDB_URL"],
    PG_BIN_DIR: environment["PG_BIN_DIR"],
    DATA_DIR: dataDir,
    PORT: "0",
    ADMIN_EMAILS: ADMIN.email,
    ADMIN_TOKEN: ADMIN.adminToken,
    COLLECTOR_TOKEN: collectorToken,
    WEBHOOK_ALLOWED_TARGETS: webhookTarget,
    SMS_PROVIDER: "sandbox",
  });
  const logger = createLogger({ level: "error", stream: process.stderr });
  const masterKey = loadMasterKey(config);
  const database = await openDatabase(config, logger, (sentence) => logger.error(sentence));
  const service = await startService({ config, connection: database, masterKey, logger });
  return {
    url: service.url,
    collectorToken,
    admin: ADMIN,
    async close() {
      await service.stop();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
