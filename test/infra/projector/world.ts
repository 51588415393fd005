/** A database, a log and projectors of one test; and small read tables over a shop's events. */
import type { Pool } from "pg";
import { createPostgresLog } from "../../../infra/event-log/postgres/postgres-log";
import { eventLogMigrations } from "../../../infra/event-log/postgres/migrations";
import type { EventLog, NewEvent } from "../../../infra/event-log/event-log";
import { createIds } from "../../../infra/ids/ids";
import { createLeaseHolder } from "../../../infra/leases/lease-holder";
import { leaseMigrations } from "../../../infra/leases/migrations";
import { silentLogger } from "../../../infra/logging/logger";
import { createPool } from "../../../infra/postgres/pool";
import { createProjector } from "../../../infra/projector/create-projector";
import { createMissingTables } from "../../../infra/projector/missing-tables";
import { projectorMigrations } from "../../../infra/projector/migrations";
import { integer, projection, text, type Projection } from "../../../infra/projector/projection";
import type { Projector, ProjectorOptions, RecordedSkip } from "../../../infra/projector/projector";
import { systemClock } from "../../../infra/time/clock";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { eventually } from "../../support/eventually";

export type ShopEvent =
  | {
      readonly type: "ItemListed";
      readonly data: { readonly item: string; readonly shop: string; readonly price: number };
    }
  | { readonly type: "ItemRepriced"; readonly data: { readonly item: string; readonly price: number } }
  | { readonly type: "ItemSold"; readonly data: { readonly item: string } }
  | { readonly type: "ShopClosed"; readonly data: { readonly shop: string } };

export const erasures: ProjectorOptions["erasures"] = {
  ShopClosed: ({ data }) => ({ kind: "business", id: (data as { shop: string }).shop }),
};

/** The items of all shops; `changes` would betray an event that was applied twice. */
export const items = projection<ShopEvent>()({
  table: "items",
  version: 1,
  columns: { item: text, shop: text, price: integer, changes: integer },
  key: ["item"],
  indexes: [["shop"]],
  erasedWith: { business: "shop" },
  on: {
    ItemListed: {
      keys: ({ data }) => ({ item: data.item }),
      fold: (row, { data }) => ({
        item: data.item,
        shop: data.shop,
        price: data.price,
        changes: (row?.changes ?? 0) + 1,
      }),
    },
    ItemRepriced: {
      keys: ({ data }) => ({ item: data.item }),
      fold: (row, { data }) => row && { ...row, price: data.price, changes: row.changes + 1 },
    },
    ItemSold: { keys: ({ data }) => ({ item: data.item }), fold: () => null },
  },
});

/** How often each price was asked for. */
export const prices = projection<ShopEvent>()({
  table: "prices",
  version: 1,
  columns: { price: integer, times: integer },
  key: ["price"],
  on: {
    ItemListed: {
      keys: ({ data }) => ({ price: data.price }),
      fold: (row, { data }) => ({ price: data.price, times: (row?.times ?? 0) + 1 }),
    },
    ItemRepriced: {
      keys: ({ data }) => ({ price: data.price }),
      fold: (row, { data }) => ({ price: data.price, times: (row?.times ?? 0) + 1 }),
    },
  },
});

export interface World {
  readonly database: TestDatabase;
  readonly pool: Pool;
  readonly log: EventLog;
  readonly skips: RecordedSkip[];
  append(...events: readonly ShopEvent[]): Promise<number>;
  /** A projector with a lease holder in a pool of its own, as in a process of its own; stopped at the end. */
  projector(projections: readonly Projection[], options?: Partial<ProjectorOptions>): Projector;
  rows(table: string): Promise<readonly Record<string, unknown>[]>;
  end(): Promise<void>;
}

const ids = createIds(systemClock);

/** An event as a writer hands it over. */
export function newEvent({ type, data }: { readonly type: string; readonly data: unknown }): NewEvent {
  const id = ids.next();
  const by = { actor: { kind: "system", id: "test" } as const, commandId: id, correlationId: id, causationId: id };
  return { id, type, data, metadata: { ...by, occurredAt: systemClock.now().toISOString(), schemaVersion: 1 } };
}

export async function openWorld(): Promise<World> {
  const database = await createTestDatabase({
    migrations: [...eventLogMigrations, ...leaseMigrations, ...projectorMigrations],
  });
  const { pool, url } = database;
  const log = createPostgresLog({ pool, connection: { url }, clock: systemClock });
  const projectors: Projector[] = [];
  const pools: Pool[] = [];
  const skips: RecordedSkip[] = [];
  return {
    database,
    pool,
    log,
    skips,
    async append(...events) {
      const outcome = await log.append({
        stream: `shop-${ids.next()}`,
        expected: "any",
        events: events.map(newEvent),
        commandId: ids.next(),
      });
      if (outcome.kind !== "appended") throw new Error(`The log answered ${outcome.kind}.`);
      return outcome.position;
    },
    projector(projections, options = {}) {
      const own = options.pool ?? createPool({ url }, { connectionsMax: 5 });
      if (options.pool === undefined) pools.push(own);
      const recordSkip = async (skip: RecordedSkip) => void skips.push(skip);
      const made = createProjector({
        log,
        projections,
        erasures,
        recordSkip,
        clock: systemClock,
        logger: silentLogger,
        ...options,
        pool: own,
      });
      const leases = createLeaseHolder({ pool: own, logger: silentLogger, runner: ids.next(), duties: [made.duties] });
      const process: Projector = {
        ...made,
        async start() {
          await createMissingTables(own, projections);
          await made.start();
          await leases.start();
        },
        async stop() {
          await leases.stop();
          await made.stop();
        },
      };
      projectors.push(process);
      return process;
    },
    async rows(table) {
      return (await pool.query<Record<string, unknown>>(`SELECT * FROM read_model.${table} ORDER BY 1`)).rows;
    },
    async end() {
      for (const projector of projectors) await projector.stop();
      await log.close();
      for (const own of pools) await own.end();
      await database.drop();
    },
  };
}

/** Waits until the projection is in this state and returns its status. */
export async function inState(projector: Projector, table: string, state: string) {
  return eventually(async () => {
    const status = (await projector.status()).find((one) => one.table === table);
    if (status?.state !== state) throw new Error(`${table} is ${String(status?.state)} at ${String(status?.position)}`);
    return status;
  });
}

export const listed = (item: string, price = 1, shop = "s1"): ShopEvent => ({
  type: "ItemListed",
  data: { item, shop, price },
});
export const repriced = (item: string, price: number): ShopEvent => ({ type: "ItemRepriced", data: { item, price } });
export const sold = (item: string): ShopEvent => ({ type: "ItemSold", data: { item } });
export const closed = (shop: string): ShopEvent => ({ type: "ShopClosed", data: { shop } });
