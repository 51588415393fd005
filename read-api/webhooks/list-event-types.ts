/** GET /api/v1/event-types: what webhooks can be told, with the JSON Schema of each type's data. */
import { z } from "zod";
import { API_VERSION, eventTypes, type EventType } from "../../domain/event-types";
import { eventTypeExamples } from "../../domain/event-type-examples";
import { apiKey, query } from "../../infra/http/endpoint";

export const listEventTypes = query({
  id: "list-event-types",
  method: "GET",
  path: "/api/v1/event-types",
  access: apiKey("webhooks:manage"),
  on: "account",
  area: "webhook",
  summary: "The catalogue of event types",
  responds: {
    status: 200,
    body: z.strictObject({
      data: z.array(
        z.strictObject({
          type: z.enum(Object.keys(eventTypes) as EventType[]),
          apiVersion: z.string(),
          summary: z.string(),
          schema: z.record(z.string(), z.unknown()).describe("JSON Schema 2020-12 of the member `data`."),
          example: z.record(z.string(), z.unknown()),
        }),
      ),
      count: z.number().int(),
    }),
  },
  handle: () => Promise.resolve({ data: catalogue, count: catalogue.length }),
});

const catalogue = (Object.keys(eventTypes) as EventType[]).map((type) => ({
  type,
  apiVersion: API_VERSION,
  summary: eventTypes[type].summary,
  schema: z.toJSONSchema(eventTypes[type].data, { io: "output" }),
  example: { ...eventTypeExamples[type] },
}));
