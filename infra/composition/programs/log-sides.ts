/** Opens the two logs between which the log moves, and what was recorded of the histories in them. */
import type { Pool } from "pg";
import { historyAggregates } from "../../../domain/business-streams";
import { parseStreamName } from "../../../domain/fold/aggregate";
import type { Config } from "../../config/config";
import type { Chains } from "../../event-log/migration/checking";
import type * as EventStoreSide from "../../event-log/migration/eventstoredb-side";
import { createPostgresSide } from "../../event-log/migration/postgres-side";
import { CopyRefused, type LogKind, type StoredLog } from "../../event-log/migration/stored-log";
import type { Logger } from "../../logging/logger";

export type Side = (kind: LogKind) => StoredLog;

export function sides(config: Pick<Config, "eventstoredbUrl">, pool: Pool, logger: Logger): Side {
  return (kind) => {
    if (kind === "postgres") return createPostgresSide(pool);
    if (config.eventstoredbUrl === undefined)
      throw new CopyRefused("Say where EventStoreDB is: set EVENTSTOREDB_URL, or give --eventstoredb URL.");
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- as in eventstoredb-log.ts: the client takes 150 ms to load
    const { openEventStoreSide } = require("../../event-log/migration/eventstoredb-side") as typeof EventStoreSide;
    return openEventStoreSide({ connectionString: config.eventstoredbUrl, logger });
  };
}

const chainedCategories: ReadonlySet<string> = new Set(historyAggregates.map(({ category }) => category));

const RECORDED = `SELECT business_id, events, head FROM read_model.history_chains`;
const UP_TO = `SELECT position FROM operational.projection_checkpoints WHERE table_name = 'history_chains' AND NOT filling`;

/** `home` is the one of the two logs that this database's positions are of. */
export async function recordedChains(pool: Pool, home: "source" | "target"): Promise<Chains> {
  const { rows: upTo } = await pool.query<{ position: number }>(UP_TO);
  const { rows } =
    upTo.length === 0
      ? { rows: [] }
      : await pool.query<{ business_id: string; events: number; head: string }>(RECORDED);
  return {
    historyOf({ stream }) {
      const { category, owner } = parseStreamName(stream);
      return chainedCategories.has(category) ? owner : undefined;
    },
    recorded: new Map(rows.map(({ business_id, events, head }) => [business_id, { events, head }])),
    upTo: { of: home, position: upTo[0]?.position ?? 0 },
  };
}
