/** The SQL of one copy of a read table: created, loaded by key, written and deleted in sets, erased by owner. */
import { escapeIdentifier as quoted, type Pool, type QueryResult } from "pg";
import type { Projection } from "./projection";

export type Row = Readonly<Record<string, unknown>>;

/** Complete statements with their values as literals: several go to the database as one message and one transaction. */
export interface TableStatements {
  readonly relation: string;
  readonly create: string;
  load(keys: readonly Row[]): string;
  upsert(rows: readonly Row[]): string;
  remove(keys: readonly Row[]): string;
  erase(column: string, id: string): string;
}

/** The table that readers see, or the one beside it that is being filled. */
export function relationName(table: string, filling: boolean, version: number): string {
  return `read_model.${quoted(filling ? `${table}__v${version}` : table)}`;
}

/** A string constant that means the same whatever the server's setting for backslashes. */
export function literal(text: string): string {
  const doubled = text.replaceAll("'", "''");
  return doubled.includes("\\") ? ` E'${doubled.replaceAll("\\", "\\\\")}'` : `'${doubled}'`;
}

const list = (names: readonly string[]): string => names.map(quoted).join(", ");

/** Values travel as JSON, because it is the one form in which any number of rows is a single constant. */
function recordset(projection: Projection, names: readonly string[], rows: readonly Row[]): string {
  const columns = names.map((name) => `${quoted(name)} ${projection.columns[name]?.sql ?? "text"}`);
  return `json_to_recordset(${literal(JSON.stringify(rows))}) AS given(${columns.join(", ")})`;
}

function createTable(projection: Projection, relation: string): string {
  return [
    `DROP TABLE IF EXISTS ${relation}`,
    `CREATE TABLE ${relation} ${definition(projection)}`,
    ...createIndexes(projection, relation),
  ].join("; ");
}

function definition(projection: Projection): string {
  const columns = Object.entries(projection.columns).map(
    ([name, { sql, nullable }]) => `${quoted(name)} ${sql}${nullable ? "" : " NOT NULL"}`,
  );
  return `(${columns.join(", ")}, PRIMARY KEY (${list(projection.key)}))`;
}

function createIndexes(projection: Projection, relation: string): readonly string[] {
  const indexes = [...projection.indexes];
  for (const owner of Object.values(projection.erasedWith)) {
    // Erasing an owner must not read the whole table.
    if (![projection.key, ...indexes].some((index) => index[0] === owner)) indexes.push([owner]);
  }
  return indexes.map((index) => `CREATE INDEX ON ${relation} (${list(index)})`);
}

/** The statements for one copy of a projection's table. */
export function tableStatements(projection: Projection, filling: boolean): TableStatements {
  const relation = relationName(projection.table, filling, projection.version);
  return statementsFor(projection, relation, createTable(projection, relation));
}

/** The statements for a copy that one transaction alone sees, and that is gone with it. */
export function passingTableStatements(projection: Projection): TableStatements {
  const relation = `pg_temp.${quoted(projection.table)}`;
  const table = `CREATE TEMP TABLE ${relation} ${definition(projection)} ON COMMIT DROP`;
  return statementsFor(projection, relation, [table, ...createIndexes(projection, relation)].join("; "));
}

function statementsFor(projection: Projection, relation: string, create: string): TableStatements {
  const names = Object.keys(projection.columns);
  const updated = names
    .filter((name) => !projection.key.includes(name))
    .map((name) => `${quoted(name)} = excluded.${quoted(name)}`);
  const onConflict = updated.length === 0 ? "NOTHING" : `UPDATE SET ${updated.join(", ")}`;
  const sameKey = projection.key.map((name) => `kept.${quoted(name)} = given.${quoted(name)}`).join(" AND ");
  return {
    relation,
    create,
    load: (keys) =>
      `SELECT kept.* FROM ${recordset(projection, projection.key, keys)} JOIN ${relation} kept ON ${sameKey}`,
    upsert: (rows) =>
      `INSERT INTO ${relation} (${list(names)}) SELECT ${list(names)} FROM ${recordset(projection, names, rows)}` +
      ` ON CONFLICT (${list(projection.key)}) DO ${onConflict}`,
    remove: (keys) =>
      `DELETE FROM ${relation} kept USING ${recordset(projection, projection.key, keys)} WHERE ${sameKey}`,
    erase: (column, id) => `DELETE FROM ${relation} WHERE ${quoted(column)} = ${literal(id)}`,
  };
}

/** Statements in one message are one transaction, all or nothing, for one round trip. Answers with the rows of each. */
export async function together(pool: Pool, statements: readonly string[]): Promise<readonly (readonly Row[])[]> {
  const text = statements.filter((statement) => statement !== "").join(";\n");
  if (text === "") return [];
  const results = (await pool.query(text)) as unknown as QueryResult<Row> | readonly QueryResult<Row>[];
  return [results].flat().map(({ rows }) => rows);
}
