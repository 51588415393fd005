/** What cannot be had more of by starting another process, and how near a population comes to it. */
import type { Costs } from "./costs";
import { HEADROOM, type Day, type Fleet } from "./fleet";

/** Where each stands; below 1 there is room. */
export interface Limit {
  readonly what: string;
  readonly used: number;
  readonly remedy: string;
}

/** Of a large server of today: assumptions. */
const DATABASE_CORES_MAX = 96;
const WAL_BYTES_PER_SECOND_MAX = 250e6;
const DISK_BYTES_MAX = 30e12;
const CONNECTIONS_MAX = 2_000;
/** Connections of one process of each role, as their pools are bounded. */
export const CONNECTIONS = { api: 54, projector: 12, processor: 20 } as const;
const DAYS_KEPT = 365;
const DAY_SECONDS = 86_400;

export const connectionsOf = ({ processes }: Fleet): number =>
  processes.api * CONNECTIONS.api +
  processes.projector * CONNECTIONS.projector +
  processes.processor * CONNECTIONS.processor;

/** The nearest first. */
export function limitsOf(costs: Costs, day: Day, fleet: Fleet): readonly Limit[] {
  const projector = day.parts.find(({ part }) => part === "projector");
  // One process keeps the whole of a table: what the heaviest needs of it must fit into one core.
  const cores = (projector?.busiest ?? 0) * fleet.processes.projector;
  const limits: Limit[] = [
    {
      what: `one projector process for the table ${costs.heaviestTable.table}`,
      used: cores * costs.heaviestTable.share,
      remedy: "divide the table by the hash of its owner",
    },
    {
      what: "cores of one PostgreSQL",
      used: fleet.databaseCores / DATABASE_CORES_MAX,
      remedy: "the log on EventStoreDB, and read replicas for reads of the API",
    },
    {
      what: "the one writer of the log",
      used: day.eventsPerSecond / (costs.appendsPerSecond * HEADROOM),
      remedy: "the log on EventStoreDB, then one log for each region",
    },
    {
      what: "write-ahead log of one PostgreSQL",
      used: day.walBytes / DAY_SECONDS / WAL_BYTES_PER_SECOND_MAX,
      remedy: "the log on EventStoreDB, read tables of places in a database of their own",
    },
    {
      what: `disk of one PostgreSQL after ${DAYS_KEPT} days`,
      used: ((day.logBytes + day.tableBytes) * DAYS_KEPT) / DISK_BYTES_MAX,
      remedy: "the log on EventStoreDB, and snapshots of places older than a year in an archive",
    },
    {
      what: "connections of one PostgreSQL",
      used: connectionsOf(fleet) / CONNECTIONS_MAX,
      remedy: "a pooler between the api processes and the database",
    },
  ];
  return limits.sort((left, right) => right.used - left.used);
}
