/** Writes at a steady rate, and hears when each row becomes visible: both by one clock. */
import { Client } from "pg";
import type { Load } from "../harness/load";
import { sendLoad } from "../harness/send-load";
import { serve } from "../harness/serve";
import { wait } from "../harness/until";

const PATIENCE_MS = 10_000;
const COUNT = "SELECT count(*)::integer AS count FROM read_model.competitors WHERE place_id LIKE $1";

let listener: Client;
const visible = new Map<string, number>();
let doubled = 0;

async function open(url: string): Promise<void> {
  listener = new Client({ connectionString: url });
  await listener.connect();
  listener.on("notification", ({ payload = "" }) => {
    if (visible.has(payload)) doubled += 1;
    visible.set(payload, performance.now());
  });
  await listener.query("LISTEN visible");
}

async function run(load: Load) {
  const { place = "" } = load;
  visible.clear();
  doubled = 0;
  const answered = new Map<string, number>();
  const { failed } = await sendLoad(load, (number) => answered.set(`${place}-${number}`, performance.now()));
  const deadline = performance.now() + PATIENCE_MS;
  while (visible.size < answered.size && performance.now() < deadline) await wait(20);
  const seen = [...answered].filter(([id]) => visible.has(id));
  const { rows } = await listener.query<{ count: number }>(COUNT, [`${place}-%`]);
  const lost = failed + answered.size - Math.min(seen.length, rows[0]?.count ?? 0);
  const lags = seen.map(([id, at]) => Math.max(0, (visible.get(id) ?? at) - at));
  return { lags, lost, doubled, outOfOrder: 0 };
}

serve({ open, run });
