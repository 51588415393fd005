/** What other systems are told through a topic: every public event as a CloudEvent 1.0 in JSON, and that a business is gone. */
import { z } from "zod";
import { API_VERSION, eventTypes, type EventType } from "../domain/event-types";
import type { Recorded } from "../domain/fold/event";
import { publicEventsOf, publicEvents, type PublicEvent } from "../domain/public-events";
import type { RemovalEvent } from "../domain/removals";
import type { Relay, RelayRecord } from "../infra/relay/relay";

export const INTEGRATION_EVENTS_TOPIC = "integration-events";

/** Long enough for every position of either log, so that what is later sorts later. */
const POSITION_DIGITS = 16;
const GENERATION_DIGITS = 4;

/** What one event becomes leaves as one batch, two records of this size at most, and brokers take a batch of a megabyte. */
const DATA_BYTES_MAX = 400 * 1024;
const FEED = "/api/v1/events";

const attributes = {
  specversion: z.literal("1.0"),
  id: z.string().describe("The same in webhooks and in the feed; a record that arrives again has it again."),
  source: z.string().describe("`/accounts/<id>`: the account that is told."),
  subject: z.string().describe("`businesses/<id>` or, where an account's key is concerned, `api-keys/<id>`."),
  time: z.iso.datetime().describe("When it happened."),
  datacontenttype: z.literal("application/json"),
  accountid: z.string(),
  businessid: z.string().optional().describe("Absent where it concerns the account and none of its businesses."),
  apiversion: z.literal(API_VERSION).describe("Of `data`."),
  position: z
    .string()
    .regex(/^\d+$/)
    .describe("The log position of the event, in decimal. It is another one once the log was moved."),
  sequence: z
    .string()
    .regex(/^\d{4}\.\d{16}\.\d$/)
    .describe("Grows within a key: what is not greater than the greatest one seen of its key is a repetition."),
};

const ofType = <Type extends EventType>(type: Type) =>
  z.object({ type: z.literal(type).describe(eventTypes[type].summary), data: eventTypes[type].data });

/** In place of data that is too large for a record. */
const byReference = z.object({
  type: z.enum(Object.keys(eventTypes) as [EventType, ...EventType[]]),
  dataref: z
    .literal(FEED)
    .describe("There is no `data`, because it is too large for a record: the feed has it, under the same id."),
});

const types = Object.keys(eventTypes) as EventType[];
/** JSON Schema of the record's value, as it is published. Members that it does not name may come without a new version. */
export const integrationEventJsonSchema = (): object => ({
  title: "Integration event",
  description: `A record of the topic ${INTEGRATION_EVENTS_TOPIC}: a CloudEvent 1.0 in structured JSON.`,
  ...z.toJSONSchema(z.object(attributes), { io: "input" }),
  ...pick(z.toJSONSchema(z.union([...types.map(ofType), byReference]), { io: "input" })),
});

/** What says how the types differ, beside what they have in common. */
const pick = ({ anyOf, $defs }: z.core.JSONSchema.BaseSchema) => ({ anyOf, ...($defs === undefined ? {} : { $defs }) });

/** Events without a business have their account as key, so that they too stand in order. */
function recordOf(event: PublicEvent, index: number, generation: number): RelayRecord {
  const { id, type, accountId, businessId, data, occurredAt, position } = event;
  const subject = businessId === null ? `api-keys/${String(data["keyId"])}` : `businesses/${businessId}`;
  const attributed = {
    specversion: "1.0",
    ...{ id, source: `/accounts/${accountId}`, type, subject, time: occurredAt },
    datacontenttype: "application/json",
    accountid: accountId,
    ...(businessId === null ? {} : { businessid: businessId }),
    apiversion: API_VERSION,
    position: String(position),
    sequence: [pad(generation, GENERATION_DIGITS), pad(position, POSITION_DIGITS), index].join("."),
  };
  const spare = JSON.stringify({ ...attributed, dataref: FEED });
  const isLarge = Buffer.byteLength(JSON.stringify(data)) > DATA_BYTES_MAX;
  return {
    key: businessId ?? accountId,
    ...(isLarge ? { value: spare } : { value: JSON.stringify({ ...attributed, data }), spare }),
    headers: { "content-type": "application/cloudevents+json; charset=UTF-8" },
  };
}

const pad = (count: number, digits: number): string => String(count).padStart(digits, "0");

/** Of a business that was removed the log keeps one event; here it takes out what stood under its key. */
const tombstone = ({ data, position }: Recorded<RemovalEvent>): RelayRecord => ({
  key: data.businessId,
  value: null,
  headers: { position: String(position) },
});

export const integrationEvents: Relay = {
  name: "integration-events",
  types: [...Object.keys(publicEvents), "BusinessRemoved"],
  records: (event, generation) =>
    event.type === "BusinessRemoved"
      ? [tombstone(event as Recorded<RemovalEvent>)]
      : publicEventsOf(event).map((one, index) => recordOf(one, index, generation)),
};
