/** Checks an exported history with nothing but the file: that it is whole, or where it first is not. */
import type { Recorded } from "../../domain/fold/event";
import { boundLines, type BoundLine } from "./bound-lines";
import { Faulty, type ExportFault } from "./export-faults";
import { ExportReading, type ExportTrust } from "./export-reading";

/** `head` and counts are as far as the file was read; `keyId` names the key with which the file says to be signed. */
export interface ExportVerdict {
  readonly whole: boolean;
  readonly businessId: string | null;
  readonly events: number;
  readonly placeEvents: number;
  readonly head: string;
  readonly anchors: number;
  readonly exportedAt: string | null;
  readonly keyId: string | null;
  readonly fault: ExportFault | null;
}

/** `each` sees every event that nothing was found wrong with so far, with its line; what it throws ends the check. */
export async function checkExportedHistory(
  chunks: AsyncIterable<Uint8Array>,
  trust: ExportTrust,
  each: (event: Recorded, line: BoundLine) => void = () => undefined,
): Promise<ExportVerdict> {
  const reading = new ExportReading(trust);
  let fault: ExportFault | null = null;
  let at = -1;
  for await (const line of boundLines(chunks)) {
    at += 1;
    if (fault !== null) {
      // The rest of the file still tells whether the line that is missing stands further down.
      if (fault.kind !== "removed") break;
      fault = reading.placed(fault, line.text, at);
      continue;
    }
    fault = found(() => {
      const event = reading.take(line);
      if (event !== undefined) each(event, line);
    });
  }
  fault ??= found(() => reading.end());
  return { whole: fault === null, ...reading.sum(), fault };
}

function found(run: () => void): ExportFault | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof Faulty) return error.fault;
    throw error;
  }
}
