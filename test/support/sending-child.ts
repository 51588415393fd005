/** A process that sends webhook deliveries together with all others of its kind; it says what it is called. */
import { connect } from "node:net";
import { createIds } from "../../infra/ids/ids";
import { createLeaseHolder } from "../../infra/leases/lease-holder";
import { silentLogger } from "../../infra/logging/logger";
import { createGuardedClient } from "../../infra/outbound/guarded-connector";
import { createPool } from "../../infra/postgres/pool";
import { systemClock } from "../../infra/time/clock";
import { createWebhookSender } from "../../infra/webhooks/sender";

const [url = "", port = "", secret = "", windowMax = ""] = process.argv.slice(2);
const runner = createIds(systemClock).next();
const pool = createPool({ url, process: runner });
const outbound = createGuardedClient({
  resolver: { resolve: () => Promise.resolve(["93.184.216.34"]) },
  allowedTargets: ["plain.test:80"],
  dial: () => connect(Number(port), "127.0.0.1"),
});
const endpoints = {
  find: (_: string, endpointId: string) =>
    Promise.resolve({ url: `http://plain.test/delay/head/50/${endpointId}`, active: true, secrets: [secret] }),
  pause: () => Promise.resolve(),
};
const settings = { windowStart: Number(windowMax), windowMax: Number(windowMax) };
const engine = { pool, runner, clock: systemClock, outbound, endpoints, logger: silentLogger };
const sender = createWebhookSender({ ...engine, random: () => 0.5, settings });
void createLeaseHolder({ pool, logger: silentLogger, runner, duties: [] })
  .start()
  .then(() => sender.start())
  .then(() => process.stdout.write(runner));
