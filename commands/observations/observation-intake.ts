/** Takes in observations, a line of NDJSON each: every line is decided or refused on its own, in order per place. */
import type { Observation } from "../../domain/places/observation";
import { readObservation } from "./read-observation";
import type { RejectedObservation } from "./rejected-observation";

/** How far an intake has come. `changed` counts observations that said something new. */
export interface IntakeReport {
  received: number;
  changed: number;
  unchanged: number;
  rejected: number;
  /** The first rejected lines, with why. */
  readonly rejections: RejectedObservation[];
  /** The log position after which everything taken in can be read. */
  position: number;
}

/** What became of one observation: whether it said something new, and up to which log position; or why it was refused. */
export type Taken =
  { readonly changed: boolean; readonly position: number } | { readonly why: RejectedObservation["why"][number] };
export type Take = (observation: Observation) => Promise<Taken>;

const IN_FLIGHT_MAX = 256;
const REJECTIONS_SHOWN_MAX = 100;

/** `onProgress` hears after every line that came to its end. Rejects where `take` or `lines` does; what was taken in stays. */
export async function takeIn(
  lines: AsyncIterable<string>,
  take: Take,
  onProgress: (report: IntakeReport) => void = () => undefined,
): Promise<IntakeReport> {
  const report: IntakeReport = { received: 0, changed: 0, unchanged: 0, rejected: 0, rejections: [], position: 0 };
  const underWay = new Set<Promise<void>>();
  let hasRoom: () => void = () => undefined;
  let failure: { readonly error: unknown } | undefined;
  let lineNumber = 0;
  try {
    for await (const line of lines) {
      lineNumber++;
      if (line.trim() === "") continue;
      report.received++;
      const parsed = readObservation(line, "line");
      if ("why" in parsed) {
        reject(report, { line: lineNumber, id: parsed.id, why: parsed.why });
        onProgress(report);
        continue;
      }
      const rejected = { line: lineNumber, id: parsed.id };
      const one: Promise<void> = take(parsed)
        .then((taken) => {
          if ("why" in taken) reject(report, { ...rejected, why: [taken.why] });
          else count(report, taken);
          onProgress(report);
        })
        .catch((error: unknown) => void (failure ??= { error }))
        .finally(() => {
          underWay.delete(one);
          hasRoom();
        });
      underWay.add(one);
      if (underWay.size >= IN_FLIGHT_MAX) await new Promise<void>((resolve) => (hasRoom = resolve));
      if (failure !== undefined) break;
    }
  } finally {
    await Promise.all(underWay);
  }
  if (failure !== undefined) throw failure.error;
  return report;
}

function reject(report: IntakeReport, rejection: RejectedObservation): void {
  report.rejected++;
  if (report.rejections.length < REJECTIONS_SHOWN_MAX) report.rejections.push(rejection);
}

function count(report: IntakeReport, { changed, position }: { changed: boolean; position: number }): void {
  report[changed ? "changed" : "unchanged"]++;
  report.position = Math.max(report.position, position);
}
