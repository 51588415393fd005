/** What the service answered while tests ran, kept in a folder for those who pick examples from it: `KEEP_ANSWERS=<folder>`. */
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface KeptAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The media type, without its parameters. */
  readonly type: string;
  readonly text: string;
}

/** Nobody reads a longer example; of lines and pictures the beginning is one. */
const CHARS_MAX = 60_000;
const isJson = ({ type }: Pick<KeptAnswer, "type">): boolean => /[/+]json$/.test(type);

const folder = process.env["KEEP_ANSWERS"];

/** Keeps the answer where somebody asked for that. */
export function keepAnswer(url: string, answer: Omit<KeptAnswer, "path">): void {
  if (folder === undefined || (isJson(answer) && answer.text.length > CHARS_MAX)) return;
  const kept: KeptAnswer = { ...answer, text: answer.text.slice(0, CHARS_MAX), path: new URL(url).pathname };
  appendFileSync(join(folder, `${process.pid}.ndjson`), `${JSON.stringify(kept)}\n`);
}

/** All that were kept in the folder. */
export function* keptAnswers(kept: string): Generator<KeptAnswer> {
  for (const file of readdirSync(kept).filter((name) => name.endsWith(".ndjson")))
    for (const line of readFileSync(join(kept, file), "utf8")
      .split("\n")
      .filter((one) => one !== ""))
      yield JSON.parse(line) as KeptAnswer;
}
