/** A log that is read no further once nobody waits for what is read. */
import type { EventLog } from "./event-log";

/** What was being read is of no use to anybody any more. */
export class ReadingStopped extends Error {
  override readonly name = "ReadingStopped";
}

export const readingUntil = <Log extends Pick<EventLog, "readStream">>(log: Log, signal: AbortSignal): Log => ({
  ...log,
  readStream: async (stream: string, options?: Parameters<EventLog["readStream"]>[1]) => {
    if (signal.aborted) throw new ReadingStopped("Nobody waits for this any more.");
    return log.readStream(stream, options);
  },
});
