/** A webhook receiver as a customer would write one: it verifies every delivery before it believes a word of it. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

export interface Received {
  readonly type: string;
  readonly sequence: number | null;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Receiver {
  /** `host:port`, as WEBHOOK_ALLOWED_TARGETS names it. */
  readonly target: string;
  readonly url: string;
  /** Verified deliveries, in the order of their arrival. */
  readonly received: readonly Received[];
  /** Why deliveries were turned away. */
  readonly refused: readonly string[];
  /** From now on deliveries are verified with this secret. */
  trust(secret: string): void;
  /** Resolves with the next delivery that is as wanted; also one that has arrived already. */
  expect(wanted: (delivery: Received) => boolean, what: string): Promise<Received>;
  close(): Promise<void>;
}

const PATIENCE_MS = 20_000;

/** `port` 0 takes any free one. */
export async function startReceiver(port: number): Promise<Receiver> {
  const received: Received[] = [];
  const refused: string[] = [];
  const waiting = new Set<() => void>();
  let secret = "";
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const fault = verify(request.headers, body, secret);
      if (fault === undefined) received.push(JSON.parse(body) as Received);
      else refused.push(fault);
      response.writeHead(fault === undefined ? 204 : 401).end();
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

/** Both signatures: the standard one by the `standardwebhooks` library, the service's own as its documents say. */
function verify(headers: IncomingHttpHeaders, body: string, secret: string): string | undefined {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
  } catch (error) {
    return `The Standard Webhooks signature is wrong: ${error instanceof Error ? error.message : String(error)}.`;
  }
  const signed = `${String(headers["x-service-timestamp"])}.${body}`;
  const expected = Buffer.from(`sha256=${createHmac("sha256", secret).update(signed).digest("hex")}`);
  const given = String(headers["x-service-signature"])
    .split(",")
    .map((one) => Buffer.from(one.trim()));
  const matches = given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  return matches ? undefined : "X-Service-Signature is wrong.";
}
