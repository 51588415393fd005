/** Every row of every read table is the one that a rebuild from the log makes. */
import { erasures, projections } from "../../../infra/composition/catalogue/projections";
import { migrate } from "../../../infra/postgres/migrations";
import { createPool } from "../../../infra/postgres/pool";
import { projectorMigrations } from "../../../infra/projector/migrations";
import { rebuilt } from "../../support/rebuild-equals-live";
import { wrong, type Finding, type Part } from "./finding";
import type { AuditWorld } from "./world";

const COPY = "rebuilt";

export async function auditTables({ engines, stage }: AuditWorld): Promise<Part> {
  await engines.pool.query(`CREATE DATABASE ${COPY}`);
  const url = new URL(stage.database.server.url());
  url.pathname = `/${COPY}`;
  const pool = createPool({ url: url.href });
  const findings: Finding[] = [];
  let checked = 0;
  try {
    await migrate(pool, projectorMigrations);
    for await (const { table, asTheyCame, inBulk, live = [] } of rebuilt(
      { projections, log: engines.log, erasures, live: engines.pool },
      pool,
    )) {
      checked += live.length;
      findings.push(...differences(`${table} rebuilt`, inBulk, asTheyCame), ...differences(table, live, asTheyCame));
    }
  } finally {
    await pool.end();
  }
  return { name: "read rows", checked, repeated: 0, findings };
}

function differences(where: string, found: readonly unknown[], wanted: readonly unknown[]): readonly Finding[] {
  const [there, expected] = [found, wanted].map((rows) => new Set(rows.map((row) => JSON.stringify(row))));
  const missing = [...(expected ?? [])].filter((row) => there?.has(row) !== true);
  const more = [...(there ?? [])].filter((row) => expected?.has(row) !== true);
  return [
    ...missing.map((row) => wrong(`${where} lacks ${row.slice(0, 400)}`)),
    ...more.map((row) => wrong(`${where} has ${row.slice(0, 400)}`)),
  ];
}
