/** What operators did to the service itself, kept for auditors. */
import { z } from "zod";
import { aggregate, type Decision } from "./fold/aggregate";
import { defineEvents, type EventsOf } from "./fold/event";

const skipSchema = z.object({
  table: z.string(),
  version: z.number().int(),
  position: z.number().int(),
  eventId: z.string(),
  error: z.string(),
  operator: z.string(),
  reason: z.string(),
});
export type Skip = z.output<typeof skipSchema>;

export const operationEvents = defineEvents({ ProjectionEventSkipped: skipSchema });
export type OperationEvent = EventsOf<typeof operationEvents>;

/** The skips so far, by table, version and position. */
export type Operations = ReadonlySet<string>;

const keyOf = ({ table, version, position }: Skip) => `${table}@${version}:${position}`;

export const operations = aggregate({
  category: "operations",
  owner: "account",
  events: operationEvents,
  initial: new Set() as Operations,
  evolve: (skips, { data }): Operations => new Set(skips).add(keyOf(data)),
});

/** The same skip again changes nothing. */
export const recordSkip =
  (skip: Skip): Decision<Operations, OperationEvent> =>
  (skips) =>
    skips.has(keyOf(skip)) ? [] : [{ type: "ProjectionEventSkipped", data: skip }];
