/** How the events of a business look to its owner: own words as they are, what others put in without its sealed fields. */
import type { Actor, EventMetadata, Recorded } from "../../domain/fold/event";

/** Whose eyes: the account, and every API key that it ever had. */
export interface Seer {
  readonly accountId: string;
  readonly keyIds: ReadonlySet<string>;
}

/** What the id of another person reads as. */
export const SOMEBODY = "[redacted]";

/**
 * `redact` gives an event without what is sealed in it. Of others the kind alone is told, and of their requests nothing:
 * their names are free text. Process managers and messaging providers, who are nobody, go by their names, but whose request
 * they finish is not told either. `stored` remains what the log holds, so that digests folded from what is seen are those
 * that prove the history: it is not for showing.
 */
export const seenBy =
  ({ accountId, keyIds }: Seer, redact: (event: Recorded) => Recorded) =>
  (event: Recorded): Recorded => {
    const { actor } = event.metadata;
    const own = actor.kind === "user" ? actor.id === accountId : actor.kind === "api_key" && keyIds.has(actor.id);
    if (own) return event;
    const seen = redact(event);
    const metadata = { ...seen.metadata, ...requestless(seen.metadata), actor: nameless(actor) };
    return { ...seen, metadata, stored: event.stored ?? event };
  };

/** What a process manager was caused by is an event or a command, and its id tells of nobody. */
const requestless = ({ actor, causationId }: EventMetadata): Pick<EventMetadata, "correlationId" | "causationId"> => ({
  correlationId: SOMEBODY,
  causationId: actor.kind === "system" ? causationId : SOMEBODY,
});

const nameless = (actor: Actor): Actor =>
  actor.kind === "system" || actor.kind === "provider" ? actor : { kind: actor.kind, id: SOMEBODY };
