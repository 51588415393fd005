/** PostgreSQL's own bench, where it is installed: what single-row INSERTs reach without any client of ours. */
import { execFile, execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import type { Appended, Appending } from "../parts/appending";

/** A row as the log has it, with its primary key and no other index. */
export const TABLE = `CREATE TABLE rows (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, stream text NOT NULL, revision integer NOT NULL,
  id uuid NOT NULL, type text NOT NULL, data jsonb NOT NULL, metadata jsonb NOT NULL)`;
const COLUMNS = "(stream, revision, id, type, data, metadata)";
export const INSERT = `INSERT INTO rows ${COLUMNS} VALUES ($2, 0, $1, $3, $4, $5)`;

const data = JSON.stringify({ name: "Fjord Coffee", rating: 4.2, reviewCount: 210, said: "x".repeat(300) });
const metadata = JSON.stringify({
  ...{ commandId: "0".repeat(36), correlationId: "0".repeat(36), causationId: "0".repeat(36), schemaVersion: 1 },
  ...{ actor: { kind: "system", id: "bench" }, occurredAt: "2026-01-01T00:00:00.000Z" },
});
export const ROW: readonly string[] = [`own-${"0".repeat(36)}`, "Appended", data, metadata];

/** What it says of itself, such as `pgbench (PostgreSQL) 15.14`; undefined where it is missing. */
export function pgbenchVersion(): string | undefined {
  try {
    return execFileSync("pgbench", ["--version"], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}

/** One script, prepared, as many clients as are in flight, on two threads where there is more than one. */
export async function pgbench(url: string, folder: string, { ms, inFlight }: Appending): Promise<Appended> {
  const script = join(folder, "insert.sql");
  const [stream, type, ...documents] = ROW.map((value) => `'${value}'`);
  const values = [stream, 0, "gen_random_uuid()", type, ...documents];
  writeFileSync(script, `INSERT INTO rows ${COLUMNS} VALUES (${values.join(", ")});\n`);
  const client = new Client({ connectionString: url });
  await client.connect();
  const count = async (): Promise<number> => {
    const { rows } = await client.query<{ count: number }>("SELECT count(*)::integer AS count FROM rows");
    return rows[0]?.count ?? 0;
  };
  const before = await count();
  // It counts whole seconds.
  const seconds = String(Math.max(1, Math.round(ms / 1_000)));
  const options = ["-n", "-M", "prepared", "-c", String(inFlight), "-j", inFlight > 1 ? "2" : "1", "-T", seconds];
  const { stdout } = await promisify(execFile)("pgbench", [...options, "-f", script, url]);
  const stored = (await count()) - before;
  await client.end();
  const done = Number(/actually processed: (\d+)/.exec(stdout)?.[1] ?? NaN);
  const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? NaN);
  return { done, ms: (done * 1_000) / perSecond, stored, different: stored, outOfOrder: 0 };
}
