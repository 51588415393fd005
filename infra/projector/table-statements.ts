/** The SQL of one copy of a read table: created, loaded by key, written and deleted in sets, erased by owner. */
import { escapeIdentifier as quoted, type Pool, type QueryResult } from "pg";
import { isUnstorable } from "../postgres/storable";
import type { Projection } from "./projection";

export type Row = Readonly<Record<string, unknown>>;

/** Complete statements with their values as literals: several go to the database as one message and one transaction. */
export interface TableStatements {
  readonly relation: string;
  readonly create: string;
  load(keys: readonly Row[]): string;
  /** Rows that are not there. Whoever else had written one of them since it was looked for has moved the checkpoint. */
  insert(rows: readonly Row[]): string;
  upsert(rows: readonly Row[]): string;
  remove(keys: readonly Row[]): string;
  erase(column: string, id: string): string;
}

/** The table that readers see, or the one beside it that is being filled. */
export function relationName(table: string, filling: boolean, version: number): string {
  return `read_model.${quoted(filling ? `${table}__v${version}` : table)}`;
}

/** A string constant that means the same whatever the server's settings; only text that could end it is rewritten. */
export function literal(text: string): string {
  if (!text.includes("$v")) return ` $v$${text}$v$`;
  return ` E'${text.replaceAll("'", "''").replaceAll("\\", "\\\\")}'`;
}

const list = (names: readonly string[]): string => names.map(quoted).join(", ");

/**
 * Values travel as one array for each column: the server takes them apart in half the time that rows of JSON take it. Where all
 * rows have the same value, as most have in columns that are seldom set, it travels once.
 */
function given(projection: Projection, names: readonly string[], rows: readonly Row[]): string {
  const [first = {}] = rows;
  const arrays: string[] = [];
  const varying: string[] = [];
  const same: string[] = [];
  for (const name of names) {
    const sql = projection.columns[name]?.sql ?? "text";
    const array = (some: readonly Row[]) => {
      const elements = some.map((row) => element(row[name], sql === "jsonb"));
      return `${literal(storable(`{${elements.join(",")}}`))}::${sql}[]`;
    };
    // One array at least says how many rows there are.
    if (varying.length > 0 && isSame(rows, name, first[name])) same.push(`, (${array([first])})[1] AS ${quoted(name)}`);
    else {
      arrays.push(array(rows));
      varying.push(name);
    }
  }
  const unnested = `unnest(${arrays.join(", ")}) AS given(${list(varying)})`;
  return same.length === 0 ? unnested : `(SELECT ${list(varying)}${same.join("")} FROM ${unnested}) AS given`;
}

function isSame(rows: readonly Row[], name: string, value: unknown): boolean {
  for (const row of rows) if (row[name] !== value) return false;
  return true;
}

/** A value as it stands in the text of an array. */
function element(value: unknown, isJson: boolean): string {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "boolean") return String(value);
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "NULL";
  const text = isJson || typeof value !== "string" ? JSON.stringify(value) : value;
  return `"${/["\\]/.test(text) ? text.replaceAll(/["\\]/g, "\\$&") : text}"`;
}

/** Refuses here what the server would refuse with the whole message, and with it what else the message asks for. */
function storable(text: string): string {
  if (isUnstorable(text)) throw new TypeError("a value of it holds a character that is no text");
  return text;
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
  const insert = (rows: readonly Row[]) =>
    `INSERT INTO ${relation} (${list(names)}) SELECT ${list(names)} FROM ${given(projection, names, rows)}`;
  return {
    relation,
    create,
    // Not to be made a join, for which a large table may be read from end to end: its statistics are stale while it grows.
    load: (keys) =>
      `SELECT kept.* FROM ${given(projection, projection.key, keys)},` +
      ` LATERAL (SELECT * FROM ${relation} kept WHERE ${sameKey} OFFSET 0) kept`,
    insert,
    upsert: (rows) => `${insert(rows)} ON CONFLICT (${list(projection.key)}) DO ${onConflict}`,
    remove: (keys) => `DELETE FROM ${relation} kept USING ${given(projection, projection.key, keys)} WHERE ${sameKey}`,
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
