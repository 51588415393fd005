/** Every read table, rebuilt from a recorded history, equals the one that was kept live over it. */
import { erasures, projections } from "../../infra/composition/catalogue/projections";
import { eventLogMigrations } from "../../infra/event-log/postgres/migrations";
import { createPostgresLog } from "../../infra/event-log/postgres/postgres-log";
import { createIds } from "../../infra/ids/ids";
import { createLeaseHolder } from "../../infra/leases/lease-holder";
import { leaseMigrations } from "../../infra/leases/migrations";
import { silentLogger } from "../../infra/logging/logger";
import { createProjector } from "../../infra/projector/create-projector";
import { projectorMigrations } from "../../infra/projector/migrations";
import { systemClock } from "../../infra/time/clock";
import { newEvent } from "../infra/projector/world";
import { createTestDatabase } from "../support/database";
import { expectRebuildEqualsLive } from "../support/rebuild-equals-live";
import { recordedHistory } from "../support/recorded-history";

const history = recordedHistory(20_260_105, 3_500);
const tables = projections.map(({ table }) => table);

describe("a recorded history", () => {
  it("holds every type of event that any read table handles", () => {
    const recorded = new Set(history.flatMap(({ events }) => events.map(({ type }) => type)));
    const handled = new Set(projections.flatMap(({ on }) => [...Object.keys(on), ...Object.keys(erasures)]));
    expect([...handled].filter((type) => !recorded.has(type))).toEqual([]);
  });

  it("gives every read table the same rows live, in small pages and in bulk", async () => {
    const database = await createTestDatabase({
      migrations: [...eventLogMigrations, ...leaseMigrations, ...projectorMigrations],
    });
    const { pool, url } = database;
    const ids = createIds(systemClock);
    const log = createPostgresLog({ pool, connection: { url }, clock: systemClock });
    const recordSkip = () => Promise.reject(new Error("Nothing is skipped here."));
    const projector = createProjector({
      pool,
      log,
      projections,
      erasures,
      recordSkip,
      clock: systemClock,
      logger: silentLogger,
    });
    const duties = [projector.duties];
    const leases = createLeaseHolder({ pool, logger: silentLogger, runner: "alone", duties });
    try {
      await projector.start();
      await leases.start();
      let position = 0;
      for (const { stream, events } of history) {
        const append = { stream, expected: "any" as const, events: events.map(newEvent), commandId: ids.next() };
        const outcome = await log.append(append);
        if (outcome.kind !== "appended") throw new Error(`The log answered ${outcome.kind}.`);
        ({ position } = outcome);
      }
      expect(await projector.reached(tables, position, 20_000)).toBe(true);
      for (const table of tables) {
        const { rows } = await pool.query<{ count: number }>(`SELECT count(*) FROM read_model.${table}`);
        expect({ table, filled: (rows[0]?.count ?? 0) > 0 }).toEqual({ table, filled: true });
      }
      await expectRebuildEqualsLive({ projections, log, erasures, live: pool });
    } finally {
      await leases.stop();
      await projector.stop();
      await log.close();
      await database.drop();
    }
  }, 60_000);
});
