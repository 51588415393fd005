/** What runs the service: how many processes of each role, on how much of a database. */
import { dayOf, shareOfMinute, type Population } from "./population";
import { operations, parts, type Costs, type Part } from "./costs";

export interface Fleet {
  readonly processes: Readonly<Record<Exclude<Part, "postgres">, number>>;
  /** Cores of the database server. */
  readonly databaseCores: number;
}

/** How busy a core may be kept before waiting grows: planned for less than everything. */
export const HEADROOM = 0.7;
const MINUTE_MS = 60_000;
const MINUTES = 1_440;

/** What a part could do in a minute, in CPU milliseconds. One Node process works on one core. */
function capacity(fleet: Fleet, part: Part): number {
  const cores = part === "postgres" ? fleet.databaseCores : fleet.processes[part];
  return cores * MINUTE_MS * HEADROOM;
}

export interface PartOfDay {
  readonly part: Part;
  readonly cpuSeconds: number;
  /** The busiest minute against the capacity; above 1 work waits. */
  readonly busiest: number;
  /** How long, in seconds, work that came in the worst minute waited for its turn. */
  readonly longestWait: number;
}

export interface Day {
  readonly parts: readonly PartOfDay[];
  readonly events: number;
  readonly logBytes: number;
  readonly tableBytes: number;
  readonly walBytes: number;
  /** Events of the busiest minute, per second. */
  readonly eventsPerSecond: number;
}

/** Plays a day minute by minute: work arrives, each part does what it can, the rest waits for the next minute. */
export function playDay(costs: Costs, population: Population, fleet: Fleet): Day {
  const day = dayOf(population);
  const minutes = Array.from({ length: MINUTES }, (_, minute) =>
    operations.map((operation) => day[operation] * shareOfMinute(population, operation, minute)),
  );
  const eventsIn = (minute: readonly number[]): number =>
    operations.reduce((sum, operation, at) => sum + (minute[at] ?? 0) * costs.operations[operation].events, 0);
  const total = (of: (operation: (typeof operations)[number]) => number): number =>
    operations.reduce((sum, operation) => sum + day[operation] * of(operation), 0);
  return {
    parts: parts.map((part) => playPart(costs, fleet, part, minutes)),
    events: total((operation) => costs.operations[operation].events),
    logBytes: total((operation) => costs.operations[operation].logBytes),
    tableBytes: total((operation) => costs.operations[operation].tableBytes),
    walBytes: total((operation) => costs.operations[operation].walBytes),
    eventsPerSecond: Math.max(...minutes.map(eventsIn)) / 60,
  };
}

function playPart(costs: Costs, fleet: Fleet, part: Part, minutes: readonly (readonly number[])[]): PartOfDay {
  const can = capacity(fleet, part);
  const processes = part === "postgres" ? 1 : fleet.processes[part];
  const idle = (costs.idle[part] * processes * MINUTE_MS) / 1_000;
  let [waiting, longest, busiest, all] = [0, 0, 0, 0];
  for (const minute of minutes) {
    const arrived = operations.reduce(
      (sum, operation, at) => sum + (minute[at] ?? 0) * costs.operations[operation].cpuMs[part],
      idle,
    );
    waiting = Math.max(0, waiting + arrived - can);
    longest = Math.max(longest, waiting);
    busiest = Math.max(busiest, arrived / can);
    all += arrived;
  }
  return { part, cpuSeconds: all / 1_000, busiest, longestWait: (longest / can) * 60 };
}

/** The smallest fleet in which no part has work waiting at the end of any minute. */
export function smallestFleet(costs: Costs, population: Population): Fleet {
  const one: Fleet = { processes: { api: 1, projector: 1, processor: 1 }, databaseCores: 1 };
  const { parts: played } = playDay(costs, population, one);
  const needed = (part: Part): number => {
    const { busiest } = played.find((one) => one.part === part) ?? { busiest: 1 };
    return Math.max(1, Math.ceil(busiest));
  };
  return {
    processes: { api: needed("api"), projector: needed("projector"), processor: needed("processor") },
    databaseCores: needed("postgres"),
  };
}
