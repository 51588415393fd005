/** PATCH /api/alerts/:id: marks an alert read or unread. */
import { command, session } from "../../infra/http/endpoint";
import { alertParams, markAlert, markBody, markedAlert } from "./mark-alert";

export const markMyAlert = command({
  id: "mark-my-alert",
  method: "PATCH",
  path: "/api/alerts/:id",
  access: session(),
  on: "business",
  area: "alert",
  summary: "Mark an alert read or unread",
  description: "Marking what is marked already changes nothing.",
  params: alertParams,
  body: markBody,
  responds: { status: 200, body: markedAlert },
  refusals: ["alert_not_found"],
  example: { read: true },
  handle: ({ params: { id }, body: { read } }, context) => markAlert(id, read, context),
});
