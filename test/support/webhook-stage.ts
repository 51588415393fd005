/** Deliveries, a hostile receiver and a clock on which webhook senders play; each sender has connections of its own, as a process has. */
import { connect } from "node:net";
import type { Pool } from "pg";
import {
  createGuardedClient,
  type GuardedClient,
  type GuardedClientOptions,
} from "../../infra/outbound/guarded-connector";
import { newWebhookSecret } from "../../infra/outbound/signature";
import { silentLogger } from "../../infra/logging/logger";
import { createPool } from "../../infra/postgres/pool";
import { inTransaction } from "../../infra/postgres/transaction";
import type { StoredIntent } from "../../infra/process-manager/process-manager";
import { createIds } from "../../infra/ids/ids";
import { systemClock, type Clock } from "../../infra/time/clock";
import type { Endpoints, PauseReason } from "../../infra/webhooks/delivery";
import { createDeliveryStore } from "../../infra/webhooks/delivery-store";
import { webhookMigrations } from "../../infra/webhooks/migrations";
import { createWebhookSender, type WebhookSender, type WebhookSenderOptions } from "../../infra/webhooks/sender";
import type { SenderSettings } from "../../infra/webhooks/settings";
import { createTestDatabase, type TestDatabase } from "./database";
import { type HostileReceiver, startHostileReceiver, testAuthority } from "./hostile-receiver";
import type { Arrival } from "./receiver-log";
import { TestClock } from "./test-clock";

export const secretOf = (byte: number): string => newWebhookSecret((size) => Buffer.alloc(size, byte));

/** A name that leads to the receiver over http, allowed by exception. */
const HOST = "plain.test";

export interface SenderOptions {
  readonly clock?: Clock;
  readonly settings?: Partial<SenderSettings>;
  readonly random?: () => number;
  readonly outbound?: Pick<GuardedClient, "request">;
  readonly logger?: WebhookSenderOptions["logger"];
  /** Told of its connections before it starts. */
  readonly prepare?: (pool: Pool) => void;
}

interface StagedEndpoint {
  url: string;
  active: boolean;
  secrets: string[];
}

export interface DeliveryRow {
  readonly id: string;
  readonly status: string;
  readonly attempts: number;
  readonly due_at: string;
}

export class WebhookStage {
  /** Everything that the senders look up, by endpoint id; a test changes it at will. */
  readonly known = new Map<string, StagedEndpoint>();
  readonly paused: { readonly endpointId: string; readonly reason: PauseReason }[] = [];
  readonly ids = createIds(systemClock);
  /** The process whose sender is told first of what is stored; empty for all at once. */
  storedFor = "";
  readonly #ends: (() => Promise<void>)[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly receiver: HostileReceiver,
    readonly clock: TestClock,
    /** What the receiver verifies with; a test changes it at will. */
    readonly secrets: Set<string>,
    private readonly storedBy: Clock = clock,
  ) {}

  /** `storedBy` is the clock by which deliveries are stored, where senders go by another than the test's. */
  static async open(storedBy?: Clock): Promise<WebhookStage> {
    const database = await createTestDatabase({ migrations: webhookMigrations });
    const secrets = new Set([secretOf(1)]);
    const receiver = await startHostileReceiver({ secrets: () => [...secrets], checksAge: false });
    return new WebhookStage(database, receiver, new TestClock(), secrets, storedBy);
  }

  async close(): Promise<void> {
    for (const end of this.#ends.reverse()) await end();
    await this.receiver.close();
    await this.database.drop();
  }

  /** An active endpoint at a path of the receiver. */
  endpoint(path: string, endpointId: string = this.ids.next()): string {
    this.known.set(endpointId, { url: `http://${HOST}${path}`, active: true, secrets: [secretOf(1)] });
    return endpointId;
  }

  /** A client to which every name is one public address, led to the receiver. */
  client(options: GuardedClientOptions = {}): GuardedClient {
    const client = createGuardedClient({
      resolver: { resolve: () => Promise.resolve(["93.184.216.34"]) },
      extraAuthorities: [testAuthority],
      allowedTargets: [`${HOST}:80`],
      dial: (_, port) => connect(port === 443 ? this.receiver.httpsPort : this.receiver.httpPort, "127.0.0.1"),
      ...options,
    });
    this.#ends.push(() => client.close());
    return client;
  }

  /** Started, and stopped with the stage if not before. */
  async sender(options: SenderOptions = {}): Promise<WebhookSender> {
    const pool = createPool({ url: this.database.url });
    options.prepare?.(pool);
    const { clock = this.clock, settings = {}, random = () => 0.5, logger = silentLogger } = options;
    const given = { clock, logger, outbound: options.outbound ?? this.client() };
    const runner = this.ids.next();
    const sender = createWebhookSender({ pool, runner, ...given, endpoints: this.endpoints, random, settings });
    let stopped: Promise<void> | undefined;
    const stop = () => (stopped ??= sender.stop().finally(() => pool.end()));
    this.#ends.push(stop);
    await sender.start();
    return { ...sender, stop };
  }

  readonly endpoints: Endpoints = {
    find: (_, endpointId) => Promise.resolve(this.known.get(endpointId) ?? null),
    pause: async (_, endpointId, reason) => {
      const endpoint = this.known.get(endpointId);
      if (endpoint?.active !== true) return;
      endpoint.active = false;
      this.paused.push({ endpointId, reason });
      await this.intend("hold", { endpointId });
    },
  };

  /** Stores intents as a process manager does. */
  async intend(effect: string, ...payloads: readonly Readonly<Record<string, unknown>>[]): Promise<readonly string[]> {
    const intents = payloads.map((payload): StoredIntent => {
      const intentId = this.ids.next();
      const cause = { causationId: intentId, correlationId: intentId, position: 1, businessId: null };
      return { intentId, instance: "account-1", effect, payload, ...cause };
    });
    const store = createDeliveryStore(this.storedBy, this.storedFor);
    await inTransaction(this.database.pool, (client) => store.store(client, intents));
    return intents.map(({ intentId }) => intentId);
  }

  /** Fresh deliveries of one endpoint; returns their ids in order. */
  deliver(endpointId: string, count = 1, more: Readonly<Record<string, unknown>> = {}): Promise<readonly string[]> {
    const payloads = Array.from({ length: count }, (_, index) => ({
      accountId: "account-1",
      businessId: "business-1",
      endpointId,
      type: "competitor.rating_change",
      body: JSON.stringify({ id: `msg_${String(index)}`, text: "Zürich 🍕" }),
      sequence: index + 1,
      lane: "fresh",
      held: false,
      deliveryId: null,
      ...more,
    }));
    return this.intend("deliver", ...payloads);
  }

  async rows<Row>(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return (await this.database.pool.query(sql, [...values])).rows as Row[];
  }

  /** Deliveries in the order in which they were stored. */
  deliveries(): Promise<readonly DeliveryRow[]> {
    return this.rows("SELECT id, status, attempts, due_at FROM operational.webhook_deliveries ORDER BY number");
  }

  async statuses(): Promise<readonly string[]> {
    return (await this.deliveries()).map(({ status }) => status);
  }

  /** What reached the receiver, by delivery id, in order. */
  arrivals(): ReadonlyMap<string, readonly Arrival[]> {
    const all = new Map<string, Arrival[]>();
    for (const arrival of this.receiver.arrivals) {
      const id = String(arrival.headers["x-service-delivery"]);
      all.set(id, [...(all.get(id) ?? []), arrival]);
    }
    return all;
  }
}

/** The seconds between attempts, as the receiver read them from what was signed. */
export function gaps(arrivals: readonly Arrival[]): readonly number[] {
  const seconds = arrivals.map(({ headers }) => Number(headers["x-service-timestamp"]));
  return seconds.slice(1).map((second, index) => second - (seconds[index] ?? 0));
}
