/** GET /metrics: counters and gauges in Prometheus's text format. */
import { Answer, open, query } from "../../infra/http/endpoint";

export const getMetrics = query({
  id: "get-metrics",
  method: "GET",
  path: "/metrics",
  access: open(),
  on: "none",
  area: "ops",
  summary: "Metrics for Prometheus",
  description: "In the text format of Prometheus.",
  responds: { status: 200, alternatives: ["text/plain"] },
  handle: async (_input, { services }) => {
    const { contentType, text } = await services.health.metrics();
    return new Answer(200, text, { "content-type": contentType });
  },
});
