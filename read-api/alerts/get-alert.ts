/** GET /api/alerts/:id: one alert of the active business. */
import { z } from "zod";
import { refuse } from "../../domain/refusals";
import { query, session } from "../../infra/http/endpoint";
import { alertOf, alertView, findAlert } from "./alert-view";

export const getAlert = query({
  id: "get-alert",
  method: "GET",
  path: "/api/alerts/:id",
  access: session(),
  on: "business",
  area: "alert",
  summary: "One alert",
  description: "What changed, with its value before and after.",
  params: z.strictObject({ id: z.string() }),
  reads: ["alerts"],
  responds: { status: 200, body: z.strictObject({ alert: alertView }) },
  refusals: ["alert_not_found"],
  handle: async ({ params: { id } }, context) => {
    const row = await findAlert(context, id);
    return row === undefined ? refuse("alert_not_found", "There is no such alert.") : { alert: alertOf(row) };
  },
});
