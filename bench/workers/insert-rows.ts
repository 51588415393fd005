/** Single-row INSERTs of rows as the log has them, by prepared statements over as many connections as are in flight. */
import { Pool } from "pg";
import { serve } from "../harness/serve";
import { createIds } from "../../infra/ids/ids";
import { systemClock } from "../../infra/time/clock";
import { INSERT, ROW } from "../harness/pgbench";
import type { Appending } from "../parts/appending";

let pool: Pool;
const ids = createIds(systemClock);

async function open(url: string): Promise<void> {
  pool = new Pool({ connectionString: url, max: 64 });
  await Promise.resolve();
}

async function run({ ms, inFlight }: Appending) {
  const count = async (): Promise<number> => {
    const { rows } = await pool.query<{ count: number }>("SELECT count(*)::integer AS count FROM rows");
    return rows[0]?.count ?? 0;
  };
  const before = await count();
  const began = performance.now();
  let done = 0;
  const writer = async (): Promise<void> => {
    for (; performance.now() - began < ms; done += 1)
      await pool.query({ name: "insert", text: INSERT, values: [ids.next(), ...ROW] });
  };
  await Promise.all(Array.from({ length: inFlight }, writer));
  const took = performance.now() - began;
  const stored = (await count()) - before;
  return { done, ms: took, stored, different: stored, outOfOrder: 0 };
}

serve({ open, run });
