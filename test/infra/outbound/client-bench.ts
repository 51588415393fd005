/** A hostile receiver and guarded clients that are led to it, made anew for each test of a file. */

import { connect } from "node:net";
import {
  createGuardedClient,
  type GuardedClient,
  type GuardedClientOptions,
} from "../../../infra/outbound/guarded-connector";
import type { OutboundOutcome } from "../../../infra/outbound/outcome";
import { newWebhookSecret } from "../../../infra/outbound/signature";
import { eventually } from "../../support/eventually";
import { type HostileReceiver, startHostileReceiver, testAuthority } from "../../support/hostile-receiver";

/** Of an attempt that is to miss it. */
export const DEADLINE_MS = 250;
/** Of one that ends by something else, on a busy machine too. */
export const PATIENCE_MS = 5_000;
/** What a busy machine may add to a deadline before it counts as missed. */
const GRACE_MS = 1_500;

/** The secret that the receiver of the bench holds. */
export const secret = newWebhookSecret((size) => Buffer.alloc(size, 5));

export class ClientBench {
  private readonly clients: GuardedClient[] = [];

  private constructor(readonly receiver: HostileReceiver) {}

  static async start(): Promise<ClientBench> {
    return new ClientBench(await startHostileReceiver({ secrets: () => [secret] }));
  }

  async stop(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.close()));
    await this.receiver.close();
  }

  /** A client to which every name is one public address, led to the receiver; `http://plain.test` is allowed. */
  client(options: GuardedClientOptions = {}): GuardedClient {
    const doors: Readonly<Record<number, number>> = { 80: this.receiver.httpPort, 443: this.receiver.httpsPort };
    const client = createGuardedClient({
      resolver: { resolve: () => Promise.resolve(["93.184.216.34"]) },
      extraAuthorities: [testAuthority],
      allowedTargets: ["plain.test:80"],
      dial: (_, port) => connect(doors[port] ?? 0, "127.0.0.1"),
      ...options,
    });
    this.clients.push(client);
    return client;
  }

  /** Sooner than an idle connection would end by itself, so a connection kept or opened anew is seen. */
  async expectNoConnection(): Promise<void> {
    await eventually(
      () => {
        expect(this.receiver.openConnectionCount()).toBe(0);
      },
      { timeoutMs: 1_500 },
    );
  }
}

/** Posts once. */
export function post(client: GuardedClient, url: string, deadlineMs = PATIENCE_MS): Promise<OutboundOutcome> {
  return client.request({ method: "POST", url, body: "{}", headers: { "x-test": "1" }, deadlineMs });
}

/** Awaits an attempt and fails where it outlived its deadline. */
export async function within(attempt: Promise<OutboundOutcome>, deadlineMs = PATIENCE_MS): Promise<OutboundOutcome> {
  const startedAt = performance.now();
  const outcome = await attempt;
  expect(performance.now() - startedAt).toBeLessThan(deadlineMs + GRACE_MS);
  return outcome;
}

/** Posts once to whoever is going to take too long. */
export const hasty = (client: GuardedClient, url: string): Promise<OutboundOutcome> =>
  within(post(client, url, DEADLINE_MS), DEADLINE_MS);
