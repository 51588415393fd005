/** Running for long: whether memory stays what it was while requests come steadily. */
import { spreadOf } from "../harness/figures";
import { linesOf } from "../harness/lines";
import type { Load, Loaded } from "../harness/load";
import { noFaults, type Part, type Sample } from "../harness/part";
import type { Service } from "../harness/service";
import { wait } from "../harness/until";
import type { Worker } from "../harness/worker";
import { openWorld } from "../harness/world";

const ROUND_MS = 600_000;
const READS_PER_SECOND = 200;
const WRITES_PER_SECOND = 25;
const CONNECTIONS = 16;
const COMPETITORS_MAX = 100;
/** Of which each is read, and takes as many competitors as its plan allows. */
const BUSINESSES = Math.ceil((ROUND_MS / 1_000) * (WRITES_PER_SECOND / COMPETITORS_MAX) * 1.2);
const LOOK_MS = 2_000;
const GROWN_MAX = 1.15;

interface Memory {
  readonly rss: number;
  readonly heap: number;
}

let seen: readonly Memory[] = [];
let minutes = 0;

/** In megabytes, as the service says of itself. */
async function memoryOf({ url }: Service): Promise<Memory> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)?.[1]) / 1_000_000;
  return { rss: figure("process_resident_memory_bytes"), heap: figure("nodejs_heap_size_used_bytes") };
}

/** The last fifth by the second one: in the first one it warms up. */
function grown(values: readonly number[]): number {
  const fifth = (number: number) => values.slice((values.length * number) / 5, (values.length * (number + 1)) / 5);
  return spreadOf(fifth(4)).median / spreadOf(fifth(1)).median;
}

async function run(service: Service, [reader, writer]: readonly [Worker, Worker], load: Load): Promise<Sample> {
  const { ms } = load;
  const reads = { ...load, method: "GET", status: 200, perSecond: READS_PER_SECOND, connections: CONNECTIONS };
  const writes = { ...load, place: `place-${ms}`, perSecond: WRITES_PER_SECOND };
  const memory: Memory[] = [];
  let isOver = false;
  const look = async () => {
    while (!isOver) {
      memory.push(await memoryOf(service));
      await wait(LOOK_MS);
    }
  };
  const loaded = Promise.all([reader.call<Loaded>("run", reads), writer.call<Loaded>("run", writes)]).finally(
    () => (isOver = true),
  );
  const [[read, written]] = await Promise.all([loaded, look()]);
  [seen, minutes] = [memory, ms / 60_000];
  const { p99, answered } = read;
  const [rss, heap] = [memory.map((one) => one.rss), memory.map((one) => one.heap)];
  return {
    ...noFaults,
    value: ((answered + written.answered) * 1_000) / ms,
    lost: read.failed + written.failed,
    also: { "RSS grown": grown(rss), "heap grown": grown(heap), "RSS MB": rss.at(-1) ?? NaN, "p99 of reads": p99 },
  };
}

export const soak: Part = {
  name: "soak",
  about: `${READS_PER_SECOND} reads and ${WRITES_PER_SECOND} writes a second for ten minutes: the memory of the service.`,
  seconds: 720,
  alone: true,
  picture: () =>
    linesOf("Memory of the service", "MB", minutes, [
      { name: "resident", values: seen.map(({ rss }) => rss) },
      { name: "heap in use", values: seen.map(({ heap }) => heap) },
    ]),
  async open(stage) {
    const { service, tenants } = await openWorld(stage, "soak", {
      number: BUSINESSES,
      keysEach: 1,
      competitorsEach: 0,
    });
    const workers = [
      await stage.worker("workers/http-load.ts", null),
      await stage.worker("workers/http-load.ts", null),
    ] as const;
    const headers = tenants.map(({ keys }) => ["x-service-key", keys[0] ?? ""]);
    const to = { url: service.url, path: "/api/v1/competitors", method: "POST", status: 201, headers } as const;
    return {
      workloads: [
        {
          name: "steady requests",
          unit: "/s",
          rounds: 1,
          roundMs: ROUND_MS,
          contenders: [
            {
              name: "the service",
              setUp: "as a container runs it, with everything on; a growth of 1 is none",
              run: ({ ms }) => run(service, workers, { ...to, ms, connections: CONNECTIONS }),
            },
          ],
          targets: [
            { figure: "value", atLeast: 0.95 * (READS_PER_SECOND + WRITES_PER_SECOND) },
            { figure: "RSS grown", atMost: GROWN_MAX },
            { figure: "heap grown", atMost: GROWN_MAX },
          ],
        },
      ],
      close: () => service.stop(),
    };
  },
};
