/** Waiting for positions once the log has moved: those that clients still have of the log before may lie beyond the new one's end. */
import type { ReadPositions } from "../../projector/projector";
import type { EventLog } from "../event-log";

/** Who names a position beyond the end has it of another log, whose events are all in this one: the end is waited for. */
export function positionsAfterMoves(positions: ReadPositions, log: Pick<EventLog, "head">): ReadPositions {
  let end = 0;
  return {
    async reached(tables, position, timeoutMs) {
      if (position > end) end = await log.head();
      return positions.reached(tables, Math.min(position, end), timeoutMs);
    },
  };
}
