/** Gives decided events what the log needs: ids that the same command always gives, and metadata. */
import { parseStreamName } from "../../domain/fold/aggregate";
import type { EventMetadata } from "../../domain/fold/event";
import type { Ids } from "../ids/ids";
import type { Clock } from "../time/clock";
import type { CommandContext } from "./command-runner";
import type { Furnish } from "./decide-batch";
import type { AnyAggregate } from "./snapshot";

/** For one stream of one aggregate. Throws for an event that the aggregate does not declare. */
export function furnisher(stream: string, aggregate: AnyAggregate, clock: Clock, ids: Ids): Furnish {
  const owner = aggregate.owner === "business" ? parseStreamName(stream).owner : undefined;
  return (events, context) => {
    const occurredAt = clock.now().toISOString();
    return events.map(({ type, data }, index) => {
      const schemaVersion = aggregate.events[type]?.version;
      if (schemaVersion === undefined)
        throw new Error(`The aggregate "${aggregate.category}" declares no event ${type}.`);
      const id = ids.derive(context.commandId, stream, String(index));
      return { id, type, data, metadata: metadataOf(context, owner, occurredAt, schemaVersion) };
    });
  };
}

function metadataOf(
  { businessId: given, actor, commandId, correlationId, causationId }: CommandContext,
  owner: string | undefined,
  occurredAt: string,
  schemaVersion: number,
): EventMetadata {
  const businessId = given ?? owner;
  return {
    ...(businessId === undefined ? {} : { businessId }),
    actor,
    commandId,
    correlationId,
    causationId,
    occurredAt,
    schemaVersion,
  };
}
