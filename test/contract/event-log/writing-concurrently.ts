/** Writers that append side by side, to streams of their own and to one that all share. */
import type { EventLog } from "../../../infra/event-log/event-log";
import { mustAppend, newEvent, newStream } from "./requests";

export interface Written {
  readonly id: string;
  readonly type: string;
  readonly position: number;
}

interface Load {
  readonly writers: number;
  readonly appendsEach: number;
  /** Taken in turns. */
  readonly types: readonly string[];
}

/** Every writer awaits each of its appends before the next. Resolves with everything that was written. */
export async function writeConcurrently(
  logs: readonly EventLog[],
  { writers, appendsEach, types }: Load,
): Promise<Written[]> {
  const shared = newStream();
  const written: Written[] = [];

  async function write(log: EventLog): Promise<void> {
    const own = newStream();
    for (let index = 0; index < appendsEach; index += 1) {
      const event = newEvent({ type: types[index % types.length] ?? "PlaceSeen" });
      const { position } = await mustAppend(log, { stream: index % 3 === 0 ? shared : own, events: [event] });
      written.push({ id: event.id, type: event.type, position });
    }
  }

  await Promise.all(Array.from({ length: writers }, (_, index) => write(pick(logs, index))));
  return written;
}

function pick(logs: readonly EventLog[], index: number): EventLog {
  const log = logs[index % logs.length];
  if (log === undefined) throw new Error("There is no log to write to.");
  return log;
}
