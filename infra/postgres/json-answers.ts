/** Answers that Postgres writes itself: one prepared statement gives JSON text, which leaves as it is. */

/** Gives one row of one column: text. Held to what its endpoint declares by tests, because nobody parses it on its way out. */
export interface JsonStatement {
  /** The statement is prepared under it. */
  readonly name: string;
  /** With `$1`, `$2`, … */
  readonly text: string;
}

/** JSON as it will be sent. */
export class JsonText {
  constructor(readonly text: string) {}
}

export type AskJson = (statement: JsonStatement, values: readonly unknown[]) => Promise<JsonText>;

/** What it is asked of: a pool, or a connection. */
type Query = (question: {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
  readonly rowMode: "array";
}) => Promise<{ readonly rows: readonly unknown[][] }>;

/** `prepared` unless the tables behind the names change from one question to the next. */
export const createAskJson =
  (query: Query, { prepared = true }: { readonly prepared?: boolean } = {}): AskJson =>
  async ({ name, text }, values) => {
    const question = { text, values: [...values], rowMode: "array" as const };
    const { rows } = await query(prepared ? { name, ...question } : question);
    const written = rows[0]?.[0];
    if (rows.length !== 1 || typeof written !== "string") throw new Error(`The statement ${name} wrote no JSON text.`);
    return new JsonText(written);
  };

/** SQL: a `timestamptz` column as answers tell instants, where the connection speaks UTC; NULL where it is. */
export const instantText = (column: string): string => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL: the rows of a query as a whole answer: an array by this name, in their order, and beside it how many they are. */
export const listedAs = (name: string, rows: string): string => `
  SELECT row_to_json(answer)::text
  FROM (SELECT coalesce(array_to_json(array_agg(one)), '[]') AS ${name}, count(*) AS count FROM (${rows}) one) answer`;
