/** A sender that is killed at a chosen point: it says so on standard output, and stands still there. */
import { connect } from "node:net";
import { silentLogger } from "../../infra/logging/logger";
import { createGuardedClient } from "../../infra/outbound/guarded-connector";
import { createPool } from "../../infra/postgres/pool";
import { systemClock } from "../../infra/time/clock";
import { createWebhookSender } from "../../infra/webhooks/sender";

const [url = "", port = "", secret = "", point = ""] = process.argv.slice(2);

async function standStill(): Promise<never> {
  process.stdout.write("here\n");
  await new Promise(() => setInterval(() => undefined, 1_000));
  throw new Error("Time has ended.");
}

const pool = createPool({ url });
if (point === "before record") {
  const query = pool.query.bind(pool) as (...given: unknown[]) => unknown;
  const stopping = (...given: unknown[]) =>
    String(given[0]).includes("webhook_attempts") ? standStill() : query(...given);
  Object.assign(pool, { query: stopping });
}
const client = createGuardedClient({
  resolver: { resolve: () => Promise.resolve(["93.184.216.34"]) },
  allowedTargets: ["plain.test:80"],
  dial: () => connect(Number(port), "127.0.0.1"),
});
const sender = createWebhookSender({
  pool,
  runner: "killed",
  clock: systemClock,
  outbound: {
    async request(request) {
      const outcome = await client.request(request);
      return point === "after send" ? standStill() : outcome;
    },
  },
  endpoints: {
    find: () =>
      point === "after claim"
        ? standStill()
        : Promise.resolve({ url: "http://plain.test/status/204", active: true, secrets: [secret] }),
    pause: () => Promise.resolve(),
  },
  random: () => 0.5,
  logger: silentLogger,
});
void sender.start();
