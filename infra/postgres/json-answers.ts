/** Answers that Postgres writes itself: a statement gives JSON text, which leaves as it is. */
import { readingTogether } from "./reading-together";

/** A constant, which gives one row of one column: text. Held to what its endpoint declares by tests, because nobody parses it. */
export interface JsonStatement {
  /** The statement is prepared under it. */
  readonly name: string;
  /** Whom it is about is a text, `$1`. */
  readonly text: string;
}

/** JSON as it will be sent. */
export class JsonText {
  constructor(readonly text: string) {}
}

export type AskJson = (statement: JsonStatement, about: string) => Promise<JsonText>;

/** What it is asked of: a pool, or a connection. */
type Query = (question: {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
  readonly rowMode: "array";
}) => Promise<{ readonly rows: readonly unknown[][] }>;

/** Each by a statement of its own, which is not prepared: the tables behind the names change from one question to the next. */
export const createAskJson =
  (query: Query): AskJson =>
  async ({ name, text }, about) => {
    const { rows } = await query({ text, values: [about], rowMode: "array" });
    const [answer] = written(name, rows, 1);
    if (answer === undefined) throw wroteNone(name);
    return answer;
  };

/** So that nobody waits for many long lists that happen to be asked for together. */
const TOGETHER_MAX = 16;

/** What is asked at the same moment is answered together: most of what a short list costs is its statement, not its rows. */
export function createAskJsonTogether(query: Query): AskJson {
  const asking = new Map<JsonStatement, (about: string) => Promise<JsonText>>();
  const askingBy = ({ name, text }: JsonStatement) =>
    readingTogether<string, JsonText>({
      togetherMax: TOGETHER_MAX,
      async read(abouts) {
        const { rows } = await query({ name, text: ofEach(text), values: [abouts], rowMode: "array" });
        return written(name, rows, abouts.length);
      },
    });
  return (statement, about) => {
    const known = asking.get(statement) ?? askingBy(statement);
    asking.set(statement, known);
    return known(about);
  };
}

/** The statement about each of the texts in `$1`, in their order. */
const ofEach = (text: string): string => `
  SELECT (${text.replaceAll("$1", "asked.about")})
  FROM unnest($1::text[]) WITH ORDINALITY AS asked (about, number) ORDER BY asked.number`;

function written(name: string, rows: readonly unknown[][], count: number): readonly JsonText[] {
  if (rows.length !== count) throw wroteNone(name);
  return rows.map(([text]) => {
    if (typeof text !== "string") throw wroteNone(name);
    return new JsonText(text);
  });
}

const wroteNone = (name: string) => new Error(`The statement ${name} wrote no JSON text.`);

/** SQL: a `timestamptz` column as answers tell instants, where the connection speaks UTC; NULL where it is. */
export const instantText = (column: string): string => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL: the rows of a query as a whole answer: an array by this name, in their order, and beside it how many they are. */
export const listedAs = (name: string, rows: string): string => `
  SELECT row_to_json(answer)::text
  FROM (SELECT coalesce(array_to_json(array_agg(one)), '[]') AS ${name}, count(*) AS count FROM (${rows}) one) answer`;
