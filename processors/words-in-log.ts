/** What waits to leave is not kept by state, which holds all that waits: an effect reads the words of one where they were written. */
import { streamName, type Aggregate } from "../domain/fold/aggregate";
import type { AnyEvent } from "../domain/fold/event";
import type { EventLog } from "../infra/event-log/event-log";

export type WordsLog = Pick<EventLog, "readStream">;

/** The event of this type at this revision of `<category>-<owner>`. Throws where another one is there, or none. */
export async function eventAt<State, Event extends AnyEvent, Type extends Event["type"]>(
  log: WordsLog,
  { category }: Aggregate<State, Event>,
  { owner, type, revision }: { readonly owner: string; readonly type: Type; readonly revision: number },
): Promise<Extract<Event, { type: Type }>> {
  const stream = streamName(category, owner);
  const [event] = await log.readStream(stream, { from: revision, limit: 1 });
  if (event?.type !== type || event.revision !== revision)
    throw new Error(`Revision ${revision} of ${stream} is no ${type}.`);
  return event as unknown as Extract<Event, { type: Type }>;
}
