/** What was measured of each operation: which part of the service works how long for it, and what it leaves in the database. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The parts that work: processes by role, and the database server with all of its own processes. */
export const parts = ["api", "projector", "processor", "postgres"] as const;
export type Part = (typeof parts)[number];
export type PerPart = Readonly<Record<Part, number>>;

export const operations = [
  "signUp",
  "addCompetitor",
  "readCompetitors",
  "readAlerts",
  "pollEvents",
  "observeUnchanged",
  "observeDay",
  "observeReview",
  "observeChange",
  "observeChangeWithWebhook",
] as const;
export type Operation = (typeof operations)[number];

export interface OperationCost {
  /** CPU milliseconds of one operation, with everything that follows from it. */
  readonly cpuMs: PerPart;
  /** Events it appended. */
  readonly events: number;
  /** Bytes: of the log with its indexes, of all other tables with theirs, and of the write-ahead log. */
  readonly logBytes: number;
  readonly tableBytes: number;
  readonly walBytes: number;
}

export interface Costs {
  readonly measured: {
    readonly at: string;
    readonly machine: string;
    readonly node: string;
    readonly postgres: string;
  };
  /** CPU milliseconds a second while nothing happens. */
  readonly idle: PerPart;
  /** The part of all projecting that falls to the one table with the most: a table is kept by one process at a time. */
  readonly heaviestTable: { readonly table: string; readonly share: number };
  /** Events a second that the log takes, 64 appends in flight: it has one writer, which commits in groups. */
  readonly appendsPerSecond: number;
  readonly operations: Readonly<Record<Operation, OperationCost>>;
}

export const COSTS_FILE = join(__dirname, "costs.json");

export const readCosts = (): Costs => JSON.parse(readFileSync(COSTS_FILE, "utf8")) as Costs;

/** One value for every part. */
export const perPart = (of: (part: Part) => number): PerPart => ({
  api: of("api"),
  projector: of("projector"),
  processor: of("processor"),
  postgres: of("postgres"),
});
