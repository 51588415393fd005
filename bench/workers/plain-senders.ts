/** Two ways of sending that are written in an afternoon: undici alone, and claiming one delivery, sending it, recording it. */
import { Pool } from "pg";
import { Agent, request } from "undici";
import { createIds } from "../../infra/ids/ids";
import { systemClock } from "../../infra/time/clock";
import { serve } from "../harness/serve";

const IN_FLIGHT = 64;
const CLAIM = `UPDATE operational.webhook_deliveries SET status = 'retrying'
  WHERE id = (SELECT id FROM operational.webhook_deliveries WHERE status = 'pending'
    ORDER BY due_at, number LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING id, endpoint_id, body`;
const RECORD =
  "UPDATE operational.webhook_deliveries SET status = 'delivered', attempts = 1, ended_at = now() WHERE id = $1";

const ids = createIds(systemClock);
const dispatcher = new Agent({ connections: IN_FLIGHT, pipelining: 1 });
let pool: Pool;
let port = 0;

function open(given: { readonly url: string; readonly port: number }): void {
  pool = new Pool({ connectionString: given.url, max: IN_FLIGHT });
  ({ port } = given);
}

async function send(path: string, id: string, body: string): Promise<void> {
  const headers = { "content-type": "application/json", "x-id": id };
  const answer = await request(`http://127.0.0.1:${port}/${path}`, { method: "POST", headers, body, dispatcher });
  await answer.body.dump();
}

const workers = (work: () => Promise<void>) => Promise.all(Array.from({ length: IN_FLIGHT }, work));

/** Nothing is claimed, signed or recorded. */
async function alone({ number, body }: { readonly number: number; readonly body: string }): Promise<void> {
  let left = number;
  await workers(async () => {
    while (left-- > 0) await send("fast", ids.next(), body);
  });
}

async function oneByOne(): Promise<void> {
  await workers(async () => {
    for (;;) {
      const { rows } = await pool.query<{ id: string; endpoint_id: string; body: string }>({
        name: "claim",
        text: CLAIM,
      });
      const [one] = rows;
      if (one === undefined) return;
      await send(one.endpoint_id, one.id, one.body);
      await pool.query({ name: "record", text: RECORD, values: [one.id] });
    }
  });
}

serve({ open, alone, oneByOne });
