/** GET /api/alerts: the alerts of the active business, the newest first. */
import { query, session } from "../../infra/http/endpoint";
import { alertsPage, alertsQuery, listAlertsOf } from "./alert-view";

export const listMyAlerts = query({
  id: "list-my-alerts",
  method: "GET",
  path: "/api/alerts",
  access: session(),
  on: "business",
  area: "alert",
  summary: "Alerts of the business",
  description: "Newest first, in pages.",
  query: alertsQuery,
  reads: ["alerts"],
  responds: { status: 200, body: alertsPage },
  handle: ({ query: page }, context) => listAlertsOf(context, page),
});
