/** The OpenAPI document and the route index of this service. */
import { eventTypeExamples } from "../../../domain/event-type-examples";
import { API_VERSION, deliveryBody, eventTypes, type EventType } from "../../../domain/event-types";
import { openApiDocument } from "../../http/openapi/document";
import { areas } from "./areas";
import { endpoints } from "./endpoints";
import { introduction } from "./introduction";
import recorded from "./recorded-answers.json";
import { namedRefusals, refusalStatuses } from "./refusal-statuses";

/** Takes as long as much of a start, and not every process is asked for it. */
export const serviceDocument = () =>
  openApiDocument({
    title: "Local Business Intelligence",
    version: "1.0.0",
    description: introduction,
    areas,
    endpoints,
    recorded,
    refusalStatuses,
    namedRefusals,
    webhooks: (Object.keys(eventTypes) as EventType[]).map((type) => ({
      type,
      summary: eventTypes[type].summary,
      schema: deliveryBody(type),
      example: {
        id: "msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10",
        type,
        apiVersion: API_VERSION,
        createdAt: "2026-01-15T09:30:01.000Z",
        businessId: type.startsWith("api_key.") ? null : "0196f1d2-6c1e-7b7e-9d53-5a6b7c8d9e0f",
        position: 4711,
        sequence: 1,
        previousDigest: null,
        data: eventTypeExamples[type],
      },
    })),
  });
