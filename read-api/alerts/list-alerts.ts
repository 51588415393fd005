/** GET /api/v1/alerts: the alerts of the active business, the newest first. */
import { apiKey, query } from "../../infra/http/endpoint";
import { alertsPage, alertsQuery, listAlertsOf } from "./alert-view";

export const listAlerts = query({
  id: "list-alerts",
  method: "GET",
  path: "/api/v1/alerts",
  access: apiKey("alerts:read"),
  on: "business",
  area: "alert",
  summary: "Alerts of the business",
  query: alertsQuery,
  reads: ["alerts"],
  responds: { status: 200, body: alertsPage },
  handle: ({ query: page }, context) => listAlertsOf(context, page),
});
