/** The projection engine with one table, a list of competitors: rebuilding it over a log, and keeping it while events come. */
import { competitorsTable } from "../../projections/competitors";
import { migrations } from "../../infra/composition/catalogue/migrations";
import type { EventLog } from "../../infra/event-log/event-log";
import { createPostgresLog } from "../../infra/event-log/postgres/postgres-log";
import { createIds } from "../../infra/ids/ids";
import { createLeaseHolder } from "../../infra/leases/lease-holder";
import { silentLogger } from "../../infra/logging/logger";
import { migrate } from "../../infra/postgres/migrations";
import { createPool } from "../../infra/postgres/pool";
import { createProjector } from "../../infra/projector/create-projector";
import { createMissingTables } from "../../infra/projector/missing-tables";
import type { Projection } from "../../infra/projector/projection";
import type { Projector } from "../../infra/projector/projector";
import { systemClock } from "../../infra/time/clock";
import { serve } from "../harness/serve";
import { sideBySide } from "../harness/side-by-side";
import { until } from "../harness/until";

const AT_ONCE = 100;
const table = competitorsTable as unknown as Projection;
const TABLE = table.table;
const COUNT = `SELECT count(*)::integer AS rows FROM read_model.${TABLE}`;
const FILLING = "SELECT FROM operational.projection_checkpoints WHERE filling";
const PATIENCE_MS = 120_000;

let pool: ReturnType<typeof createPool>;
let log: EventLog;
let projector: Projector;
const ids = createIds(systemClock);

async function open(url: string): Promise<void> {
  pool = createPool({ url });
  await migrate(pool, migrations);
  await createMissingTables(pool, [table]);
  log = createPostgresLog({ pool, connection: { url }, clock: systemClock });
  const options = { pool, log, clock: systemClock, logger: silentLogger, erasures: {} };
  const recordSkip = () => Promise.reject(new Error("Nothing is skipped here."));
  projector = createProjector({ ...options, projections: [table], recordSkip });
  const leases = createLeaseHolder({ pool, logger: silentLogger, runner: ids.next(), duties: [projector.duties] });
  await projector.start();
  await leases.start();
}

async function appendSome(): Promise<void> {
  const [accountId, businessId] = [ids.next(), ids.next()];
  const claim = { name: "Fjord Coffee", address: "Kirkegata 1, Oslo", rating: 4.4, reviewCount: 210, website: null };
  const events = Array.from({ length: AT_ONCE }, () => {
    const id = ids.next();
    const cause = { commandId: id, correlationId: id, causationId: id, businessId };
    const occurredAt = systemClock.now().toISOString();
    const metadata = { ...cause, actor: { kind: "system", id: "bench" }, occurredAt, schemaVersion: 1 } as const;
    const data = { businessId, accountId, competitorId: id, placeId: `place-${id}`, claim, said: "x".repeat(200) };
    return { id, type: "CompetitorAdded", data, metadata };
  });
  await log.append({ stream: `competitors-${businessId}`, expected: "none", commandId: ids.next(), events });
}

const count = async (): Promise<number> => (await pool.query<{ rows: number }>(COUNT)).rows[0]?.rows ?? 0;

/** So many events more, until the table shows them. */
async function live(events: number) {
  const before = await count();
  const began = performance.now();
  await sideBySide(events / AT_ONCE, appendSome);
  const head = await log.head();
  if (!(await projector.reached([TABLE], head, PATIENCE_MS))) throw new Error("The table does not come to show it.");
  const ms = performance.now() - began;
  const found = (await count()) - before;
  return { ms, lost: Math.max(0, events - found), doubled: Math.max(0, found - events), outOfOrder: 0 };
}

/** The table anew from the whole log, beside the one that readers see, until it has taken its place. */
async function rebuild(events: number) {
  const began = performance.now();
  await projector.rebuild(TABLE);
  await until("the table was rebuilt", async () => (await pool.query(FILLING)).rowCount === 0, 2);
  const ms = performance.now() - began;
  const found = await count();
  return { ms, lost: Math.max(0, events - found), doubled: Math.max(0, found - events), outOfOrder: 0 };
}

serve({ open, live, rebuild });
