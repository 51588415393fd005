/** What came of one workload. */
import type { Part, Workload } from "./part";
import type { Played } from "./rounds";
import type { Row } from "./verdicts";

export interface Outcome {
  readonly part: Part;
  readonly workload: Workload;
  readonly played: readonly Played[];
  readonly rows: readonly Row[];
}
