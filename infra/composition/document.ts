/** The OpenAPI document and the route index of this service. */
import { eventTypeExamples } from "../../domain/event-type-examples";
import { eventTypes, type EventType } from "../../domain/event-types";
import { openApiDocument } from "../http/openapi/document";
import { endpoints } from "./endpoints";
import { refusalStatuses } from "./refusal-statuses";

export const serviceDocument = openApiDocument({
  title: "Local Business Intelligence",
  version: "1.0.0",
  description:
    "Competitive intelligence for local businesses. `/api/v1` is the public API, called with an API key; `/api` serves the dashboard's sessions. Reads show stored facts and never cause a look-up.",
  endpoints,
  refusalStatuses,
  webhooks: (Object.keys(eventTypes) as EventType[]).map((type) => ({
    type,
    summary: eventTypes[type].summary,
    schema: eventTypes[type].data,
    example: eventTypeExamples[type],
  })),
});
