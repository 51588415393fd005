/** The kernel on a real server, a real Postgres log and real tables, with accounts that a test makes in a line. */
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createCommandRunner } from "../../../infra/command-runner/create-command-runner";
import { eventLogMigrations } from "../../../infra/event-log/postgres/migrations";
import { createPostgresLog } from "../../../infra/event-log/postgres/postgres-log";
import { createApp } from "../../../infra/http/app";
import type { Authenticator } from "../../../infra/http/authenticator";
import type { AccountContext, Endpoint, Principal } from "../../../infra/http/endpoint";
import { createKernel, type Kernel, type KernelParts } from "../../../infra/http/kernel";
import type { RequestRecord } from "../../../infra/http/listener";
import { httpMigrations } from "../../../infra/http/migrations";
import type { Page } from "../../../infra/http/pages";
import type { CallerThen } from "../../../infra/http/past";
import { createLimiter } from "../../../infra/http/rate-limiter";
import type { RateTable } from "../../../infra/http/request-limits";
import type { Services } from "../../../infra/http/services";
import type { Witness, WitnessedLook } from "../../../infra/http/witness";
import { createIds } from "../../../infra/ids/ids";
import { createLogger } from "../../../infra/logging/logger";
import { createKnex } from "../../../infra/postgres/pool";
import type { ReadPositions } from "../../../infra/projector/projector";
import type { SignedRequest } from "../../../infra/http/signed-request";
import { createSecretBox } from "../../../infra/sealing/secret-box";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { TestClock } from "../../support/test-clock";
import { sampleEndpoints } from "./sample-endpoints";
import { notesStanding } from "./sample-notes";
import { sampleRules } from "./sample-rules";

export const COLLECTOR_TOKEN = "collector-token";
const PUBLIC_URL = "http://service.example";

/** What the sample provider puts into `X-Sample-Signature`. */
export const sampleSignature = ({ url, body }: Pick<SignedRequest, "url" | "body">): string =>
  createHmac("sha256", "the sample provider's secret").update(url).update(body).digest("base64");

/** Accounts and credentials in memory, behind the port that the kernel knows. */
export class SampleAccounts implements Authenticator {
  readonly #keys = new Map<string, Principal>();
  readonly #sessions = new Map<string, Principal>();
  readonly #revoked = new Set<string>();
  #count = 0;

  account(more: Partial<AccountContext> = {}): AccountContext {
    const id = `account-${(this.#count += 1)}`;
    const activeBusiness = { id: `business-of-${id}`, name: "Corner Café" };
    return { id, plan: "growth", email: `${id}@example.com`, admin: false, activeBusiness, ...more };
  }

  keyFor(account: AccountContext, scopes: readonly string[] = sampleRules.scopes): string {
    const key = `svc_live_${(this.#count += 1)}`;
    this.#keys.set(key, { kind: "api_key", id: `id-of-${key}`, scopes, account });
    return key;
  }

  sessionFor(account: AccountContext): string {
    const value = `session-${(this.#count += 1)}`;
    this.#sessions.set(value, { kind: "session", id: `id-of-${value}`, account });
    return value;
  }

  /** Gives what a key stands for another account, plan or scopes. */
  change(key: string, more: object): void {
    const principal = this.#keys.get(key);
    if (principal !== undefined) this.#keys.set(key, { ...principal, ...more });
  }

  /** Hears of every credential that was looked up. */
  seen(_principal: Principal | null): void {}

  revoke(credential: string): void {
    this.#revoked.add(`id-of-${credential}`);
  }

  apiKey = async (presented: string) => this.#valid(this.#keys.get(presented));
  session = async (value: string) => this.#valid(this.#sessions.get(value));
  collector = (token: string): Principal | null =>
    token === COLLECTOR_TOKEN ? { kind: "collector", id: "collector" } : null;
  provider = (signed: SignedRequest): Principal | null =>
    signed.headers["x-sample-signature"] === sampleSignature(signed) ? { kind: "provider", id: "sample" } : null;
  stillValid = async (principal: Principal) => !this.#revoked.has(principal.id);

  #valid(principal: Principal | undefined): Principal | null {
    const valid = principal === undefined || this.#revoked.has(principal.id) ? null : principal;
    this.seen(valid);
    return valid;
  }
}

export interface SampleService {
  readonly url: string;
  readonly publicUrl: string;
  readonly clock: TestClock;
  readonly accounts: SampleAccounts;
  readonly kernel: Kernel;
  readonly database: TestDatabase;
  readonly parts: KernelParts;
  /** The position that read tables claim to have reached; `Infinity` unless a test sets it. */
  readonly tables: { reached: number; readonly asked: number[] };
  readonly records: RequestRecord[];
  /** What the witness was told of. */
  readonly looks: WitnessedLook[];
  readonly logLines: string[];
  close(): Promise<void>;
}

export interface SampleOptions {
  readonly endpoints?: readonly Endpoint[];
  readonly rateTable?: Partial<RateTable>;
  readonly trustedProxies?: number;
  readonly document?: object;
  readonly pages?: readonly Page[];
  readonly witness?: Witness;
  readonly callerThen?: CallerThen;
}

export async function startSampleService(options: SampleOptions = {}): Promise<SampleService> {
  const database = await createTestDatabase({ migrations: [...eventLogMigrations, ...httpMigrations] });
  const clock = new TestClock();
  const ids = createIds(clock);
  const { pool } = database;
  const log = createPostgresLog({ pool, connection: { url: database.url }, clock });
  const accounts = new SampleAccounts();
  const tables = { reached: Infinity, asked: [] as number[] };
  const read = createKnex({ url: database.url });
  const runner = createCommandRunner({ log, clock, ids });
  const positions: ReadPositions = {
    async reached(_tables: readonly string[], position: number) {
      tables.asked.push(position);
      return position <= tables.reached;
    },
  };
  const box = createSecretBox(Buffer.alloc(32, 7));
  const looks: WitnessedLook[] = [];
  const logLines: string[] = [];
  const stream = { write: (line: string) => logLines.push(line) > 0 } as unknown as NodeJS.WritableStream;
  const parts: KernelParts = {
    ...sampleRules,
    endpoints: options.endpoints ?? sampleEndpoints,
    // The sample endpoints use nothing else of what the service has.
    services: {
      clock,
      ids,
      log,
      runner,
      read,
      positions,
      limiter: createLimiter({ pool, clock }),
    } as unknown as Services,
    authenticator: accounts,
    callerThen: options.callerThen ?? (async (account, business) => ({ account, business })),
    rateTable: { keys: {}, sessions: [], providers: [], open: [], ...options.rateTable },
    quotaStandings: notesStanding,
    witness: options.witness ?? (async (look) => void looks.push(look)),
    pool,
    sealing: {
      seal: (text, purpose) => box.sealText(text, purpose),
      open: (sealed, purpose) => box.openText(sealed, purpose),
    },
    key: Buffer.alloc(32, 9),
    logMoves: 0,
    publicUrl: PUBLIC_URL,
    trustedProxies: options.trustedProxies ?? 0,
    logger: createLogger({ level: "info", stream }),
    monotonicMs: () => clock.now().getTime(),
  };
  const kernel = createKernel(parts);
  const records: RequestRecord[] = [];
  const { logger } = parts;
  const app = createApp({
    kernel,
    logger,
    observe: (record) => records.push(record),
    document: () => options.document ?? {},
    pages: options.pages ?? [],
  });
  const server = createServer(app);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    publicUrl: PUBLIC_URL,
    clock,
    accounts,
    kernel,
    database,
    parts,
    tables,
    records,
    looks,
    logLines,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await runner.drain();
      await log.close();
      await read.destroy();
      await database.drop();
    },
  };
}
