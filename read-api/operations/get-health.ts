/** GET /healthz: the process is alive. */
import { z } from "zod";
import { open, query } from "../../infra/http/endpoint";

export const getHealth = query({
  id: "get-health",
  method: "GET",
  path: "/healthz",
  access: open(),
  on: "none",
  area: "ops",
  summary: "Whether the process is alive",
  description: "Asks nothing of anything else: a process that answers is alive.",
  responds: { status: 200, body: z.strictObject({ status: z.literal("alive") }) },
  handle: () => Promise.resolve({ status: "alive" as const }),
});
