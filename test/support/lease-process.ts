/** A process that holds names until it is killed or frozen. It tells by lines what it took and lost, and what it finds when it goes on. */
import { createLeaseHolder } from "../../infra/leases/lease-holder";
import type { Lease } from "../../infra/leases/leases";
import { LeaseLost, secureLease } from "../../infra/leases/secure-lease";
import { silentLogger } from "../../infra/logging/logger";
import { createPool } from "../../infra/postgres/pool";
import { inTransaction } from "../../infra/postgres/transaction";

const [url = "", names = "", mode = ""] = process.argv.slice(2);
const A_DAY_MS = 86_400_000;
const FROZEN_MS_MIN = 2_000;

// Its host's clock is a day ahead of everybody's.
const now = Date.now;
Date.now = () => now() + A_DAY_MS;

const pool = createPool({ url, process: "child" });
const begun: Lease[] = [];
const say = (...words: unknown[]) => process.stdout.write(`${words.join(" ")}\n`);

async function isRefused(lease: Lease): Promise<boolean> {
  try {
    await inTransaction(pool, (client) => secureLease(client, lease));
    return false;
  } catch (error) {
    if (error instanceof LeaseLost) return true;
    throw error;
  }
}

/** Due before any timer of the holder's. */
let last = performance.now();
setInterval(() => {
  const slept = performance.now() - last > FROZEN_MS_MIN;
  last = performance.now();
  if (!slept) return;
  for (const lease of [...begun]) {
    const { aborted } = lease.signal;
    void isRefused(lease).then((refused) =>
      say("woke", lease.name, aborted ? "knowing" : "unaware", refused ? "refused" : "accepted"),
    );
  }
}, 10);

async function hold(lease: Lease): Promise<void> {
  begun.push(lease);
  if (mode === "in a transaction")
    await inTransaction(pool, async (client) => {
      await secureLease(client, lease);
      say("secured", lease.name);
      await new Promise(() => undefined);
    });
  if (mode === "taking in an answer")
    await inTransaction(pool, async (client) => {
      await secureLease(client, lease);
      const answer = client.query("SELECT repeat('x', 1000) FROM generate_series(1, 300000)");
      say("secured", lease.name);
      await answer;
    });
  say("took", lease.name, lease.fence);
  if (!lease.signal.aborted)
    await new Promise<void>((resolve) => lease.signal.addEventListener("abort", () => resolve(), { once: true }));
}

const duties = [{ kind: "chore", names: names.split(","), hold }];
void createLeaseHolder({ pool, logger: silentLogger, runner: "child", duties }).start();
