/** The real observations that lie beside the project, where they do. */
import { execFile } from "node:child_process";
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const FOLDER = resolve(__dirname, "..", "..", "..", "shared", "data");
const PROGRAM = join(FOLDER, "to-observations.mjs");

/** What the tables must show in the end: places, and the sum of their reviews as each was observed last. */
export interface Observations {
  readonly file: string;
  readonly number: number;
  readonly places: number;
  readonly reviews: number;
}

export const hasRealObservations = (): boolean => existsSync(PROGRAM);

/** The last of them, oldest first: days on which most of the places were seen. */
async function realObservations(most: number): Promise<readonly string[]> {
  const options = { encoding: "utf8", maxBuffer: 2 ** 30 } as const;
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, join(FOLDER, "oslo-lodging")], options);
  return stdout.trimEnd().split("\n").slice(-most);
}

/** All of them into a file of that folder, once for each city from one number up to another: with ids of its own. */
export async function writeRealCities(folder: string, from: number, to: number): Promise<string> {
  const file = join(folder, `observations-of-cities-${from}-${to}.ndjson`);
  const lines = await realObservations(Infinity);
  writeFileSync(file, "");
  for (let city = from; city < to; city += 1) {
    const own = lines.map((line) => {
      const observation = JSON.parse(line) as { readonly id: string; readonly placeId: string };
      const [id, placeId] = [`${observation.id}-${city}`, `${observation.placeId}-${city}`];
      return JSON.stringify({ ...observation, id, placeId });
    });
    appendFileSync(file, `${own.join("\n")}\n`);
  }
  return file;
}

/** Writes so many into a file of that folder. */
export async function writeRealObservations(folder: string, most: number): Promise<Observations> {
  const file = join(folder, `observations-${most}.ndjson`);
  const lines = await realObservations(most);
  writeFileSync(file, `${lines.join("\n")}\n`);
  const last = new Map<string, number>();
  for (const line of lines) {
    const { placeId, listing } = JSON.parse(line) as { placeId: string; listing: { reviewCount: number } };
    last.set(placeId, listing.reviewCount);
  }
  const reviews = [...last.values()].reduce((sum, count) => sum + count, 0);
  return { file, number: lines.length, places: last.size, reviews };
}
