/** Append requests as short as a test wants to read them. */
import { createIds } from "../../../infra/ids/ids";
import type { AppendOutcome, AppendRequest, EventLog, NewEvent } from "../../../infra/event-log/event-log";
import { LogUnavailable } from "../../../infra/event-log/event-log";
import { systemClock } from "../../../infra/time/clock";

const ids = createIds(systemClock);

/** A stream name that no other test has. */
export function newStream(category = "place"): string {
  return `${category}-${ids.next()}`;
}

/** An event type that no other test has. */
export function newType(name = "PlaceSeen"): string {
  return `${name}${ids.next().replaceAll("-", "")}`;
}

export function newEvent(event: Partial<NewEvent> = {}): NewEvent {
  const commandId = ids.next();
  return {
    id: ids.next(),
    type: "PlaceSeen",
    data: { rating: 4.5 },
    metadata: {
      businessId: ids.next(),
      actor: { kind: "collector", id: "contract" },
      commandId,
      correlationId: commandId,
      causationId: commandId,
      occurredAt: "2026-01-31T08:00:00.000Z",
      schemaVersion: 1,
    },
    ...event,
  };
}

/** One new event to a new stream, whatever is in it, unless told otherwise. */
export function request(wanted: Partial<AppendRequest> = {}): AppendRequest {
  return { stream: newStream(), expected: "any", events: [newEvent()], commandId: ids.next(), ...wanted };
}

/** Appends, and throws where the outcome is not `appended`. */
export async function mustAppend(log: EventLog, wanted: Partial<AppendRequest> = {}): Promise<Appended> {
  const outcome = await log.append(request(wanted));
  if (outcome.kind !== "appended") throw new Error(`The append was answered with ${outcome.kind}.`);
  return outcome;
}

export type Appended = Extract<AppendOutcome, { kind: "appended" }>;

/** Appends as a caller does who was told that the log is unavailable: again, with the same ids. */
export async function appendUntilTaken(log: EventLog, wanted: AppendRequest): Promise<AppendOutcome> {
  for (;;) {
    try {
      return await log.append(wanted);
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
    }
  }
}
