/** A webhook receiver as a customer would write one: it verifies every delivery before it believes a word of it. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { verifyWebhook, type WebhookEvent } from "local-business-intelligence-client";
import { Webhook } from "standardwebhooks";

export interface Receiver {
  /** `host:port`, as WEBHOOK_ALLOWED_TARGETS names it. */
  readonly target: string;
  readonly url: string;
  /** Verified deliveries, in the order of their arrival. */
  readonly received: readonly WebhookEvent[];
  /** Why deliveries were turned away. */
  readonly refused: readonly string[];
  /** From now on deliveries are verified with this secret. */
  trust(secret: string): void;
  /** Resolves with the next delivery that is as wanted; also one that has arrived already. */
  expect(wanted: (delivery: WebhookEvent) => boolean, what: string): Promise<WebhookEvent>;
  close(): Promise<void>;
}

interface Arrived {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly secret: string;
}

const PATIENCE_MS = 20_000;

/** `port` 0 takes any free one. */
export async function startReceiver(port: number): Promise<Receiver> {
  const received: WebhookEvent[] = [];
  const refused: string[] = [];
  const waiting = new Set<() => void>();
  let secret = "";
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const event = verified({ headers: request.headers, body: Buffer.concat(chunks), secret });
      if (typeof event === "string") refused.push(event);
      else received.push(event);
      response.writeHead(typeof event === "string" ? 401 : 204).end();
      for (const look of waiting) look();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const target = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    target,
    url: `http://${target}/webhooks`,
    received,
    refused,
    trust: (value) => void (secret = value),
    expect: (wanted, what) =>
      new Promise((resolve, reject) => {
        const giveUp = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`No ${what} arrived within ${PATIENCE_MS / 1000} seconds. ${refused.join(" ")}`));
        }, PATIENCE_MS);
        const look = () => {
          const found = received.find(wanted);
          if (found === undefined) return;
          clearTimeout(giveUp);
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Both signatures: by the client, and the standard one also by the `standardwebhooks` library, which knows nothing of us. */
function verified({ headers, body, secret }: Arrived): WebhookEvent | string {
  try {
    const event = verifyWebhook({ headers, body, secrets: secret });
    new Webhook(secret).verify(body.toString(), headers as Record<string, string>);
    return event;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
