/** PATCH /api/v1/alerts/:id: marks an alert read or unread. */
import { apiKey, command } from "../../infra/http/endpoint";
import { alertParams, markAlert, markBody, markedAlert } from "./mark-alert";

export const markAlertByKey = command({
  id: "mark-alert-by-key",
  method: "PATCH",
  path: "/api/v1/alerts/:id",
  access: apiKey("alerts:write"),
  on: "business",
  area: "alert",
  summary: "Mark an alert read or unread",
  params: alertParams,
  body: markBody,
  responds: { status: 200, body: markedAlert },
  refusals: ["alert_not_found"],
  example: { read: true },
  handle: ({ params: { id }, body: { read } }, context) => markAlert(id, read, context),
});
