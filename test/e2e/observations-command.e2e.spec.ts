/** `npm run observations`, on a data folder of its own. */
import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WITH_TYPESCRIPT } from "../support/with-typescript";

const PROJECT = join(__dirname, "../..");
const line = (id: string, listing: object, observedAt = "2026-01-01T12:00:00Z") =>
  JSON.stringify({ id, placeId: "place-1", observedAt, source: "test", listing });

interface Ended {
  readonly code: number;
  readonly said: string;
}

describe("feeding a file from the command line", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lbi-observations-"));
    await chmod(folder, 0o755);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const feed = async (name: string, lines: readonly string[]): Promise<Ended> => {
    const file = join(folder, name);
    await writeFile(file, lines.join("\n"));
    const { PATH = "", HOME = "" } = process.env;
    const env = { PATH, HOME, DATA_DIR: join(folder, "data") };
    const command = [...WITH_TYPESCRIPT, "infra/cli/observations.ts", file];
    return new Promise((resolve) => {
      execFile(process.execPath, command, { cwd: PROJECT, env }, (error, out, errors) => {
        resolve({ code: typeof error?.code === "number" ? error.code : 0, said: out + errors });
      });
    });
  };
  const count = (said: string, name: string) => Number(new RegExp(`${name}\\s*│\\s*(\\d+)`).exec(said)?.[1]);

  test("takes every line in, and the same file again changes nothing", async () => {
    const lines = [
      line("o-1", { name: "Fjord", reviewCount: 3 }),
      line("o-2", { reviewCount: 4 }, "2026-01-02T12:00:00Z"),
    ];
    const [first, again] = [await feed("good.ndjson", lines), await feed("good.ndjson", lines)];
    expect([first.code, again.code]).toEqual([0, 0]);
    expect([count(first.said, "changed"), count(first.said, "unchanged")]).toEqual([2, 0]);
    expect([count(again.said, "changed"), count(again.said, "unchanged")]).toEqual([0, 2]);
  }, 60_000);

  test("names each bad line and its field, takes the others in and ends with a failure", async () => {
    const { code, said } = await feed("bad.ndjson", [
      line("o-3", { rating: 9 }),
      "nonsense",
      line("o-4", { rating: 4 }),
    ]);
    expect(code).toBe(1);
    expect(said).toContain("Line 1 was rejected: listing.rating:");
    expect(said).toContain("Line 2 was rejected: This line is not JSON.");
    expect([count(said, "changed"), count(said, "rejected")]).toEqual([1, 2]);
  }, 60_000);
});
