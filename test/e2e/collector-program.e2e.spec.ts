/** `npm run collector`, the program itself: what it says, what it brings, and how it ends. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LEASE_SECONDS } from "../../processors/collector/pulled-requests";
import { eventually } from "../support/eventually";
import { startCollectorBench, type CollectorBench } from "./collector-bench";
import { WITH_TYPESCRIPT } from "../support/with-typescript";

const PROGRAM = join(__dirname, "../../infra/cli/collector.ts");

interface Spawned {
  readonly child: ChildProcess;
  readonly said: () => string;
  /** The exit code; null where a signal ended it. */
  readonly ended: Promise<number | null>;
}

describe("the collector's program", () => {
  let bench: CollectorBench;
  let folder: string;
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    [bench, folder] = await Promise.all([startCollectorBench(), mkdtemp(join(tmpdir(), "lbi-collector-"))]);
  }, 60_000);
  afterEach(() => bench.rest());
  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await bench.close();
    await rm(folder, { recursive: true });
  });

  /** In a folder without a `.env`, and without any other setting. */
  const run = (settings: Readonly<Record<string, string>>): Spawned => {
    const { PATH = "", HOME = "" } = process.env;
    const child = spawn(process.execPath, [...WITH_TYPESCRIPT, PROGRAM], {
      cwd: folder,
      env: { PATH, HOME, ...settings },
    });
    children.push(child);
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    return { child, said: () => said, ended: once(child, "close").then(([code]) => code as number | null) };
  };

  test("without a key and a token it says so and does nothing", async () => {
    const { ended, said } = run({});
    expect([await ended, said()]).toEqual([
      0,
      "Nothing is collected, because PLACES_API_KEY and COLLECTOR_TOKEN must be set first.\n",
    ]);
  });

  test("it needs no database and no master key, brings what is wanted, and ends with 0 where it is told to", async () => {
    const tenant = await bench.api.tenant();
    const { id, placeId } = await bench.track(tenant, { rating: 3.9 });
    const { child, ended, said } = run({ ...bench.settings, DATABASE_URL: "postgres://localhost/nobody" });
    await bench.isShown(tenant, id, { rating: 3.9 });
    await eventually(() => expect(said()).toContain("A round of collecting is done."));
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(said()).toContain("Stopping after SIGTERM");
    expect(bench.askedFor(placeId)).toBe(1);
  });

  test("what a killed one had taken is taken over by another", async () => {
    const tenant = await bench.api.tenant();
    const { id, placeId } = await bench.track(tenant);
    await bench.check(tenant, id);
    bench.standIn.misbehaveAlways({ delayMs: 60_000 });
    const { child, ended } = run(bench.settings);
    await eventually(() => expect(bench.askedFor(placeId)).toBe(1));
    child.kill("SIGKILL");
    expect(await ended).toBeNull();
    bench.standIn.misbehaveAlways(null);
    const { log } = bench.collect();
    await bench.idle(log);
    expect(await bench.shown(tenant, id)).toMatchObject({ rating: null, refresh_status: "queued" });
    await bench.later(LEASE_SECONDS * 1_000);
    await bench.isShown(tenant, id, { rating: 4.4, refresh_status: "ready" });
  });

  test("a token that the service does not accept ends it with 1 and a sentence", async () => {
    const { ended, said } = run({ ...bench.settings, COLLECTOR_TOKEN: "another-token-of-24-characters" });
    expect(await ended).toBe(1);
    expect(said()).toContain("answered 401: the service does not accept COLLECTOR_TOKEN.");
    expect(said()).not.toContain("another-token");
  });
});
