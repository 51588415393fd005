/** POST /api/competitors/:id/tech-stack: collectors are asked which technologies the competitor's website uses. */
import { z } from "zod";
import { isRefusal } from "../../domain/fold/refusal";
import { command, session } from "../../infra/http/endpoint";
import { askedStatus, askForRefresh, refreshDescription, refreshRefusals } from "./request-refresh";

export const scanTechStack = command({
  id: "scan-tech-stack",
  method: "POST",
  path: "/api/competitors/:id/tech-stack",
  access: session({ plan: "growth" }),
  on: "business",
  area: "competitor",
  summary: "Ask for the technologies of a competitor",
  description: refreshDescription,
  params: z.strictObject({ id: z.string() }),
  responds: { status: 202, body: z.strictObject({ ok: z.literal(true), status: askedStatus }) },
  uses: ["refreshesPerDay"],
  refusals: refreshRefusals,
  handle: async ({ params: { id } }, context) => {
    const asked = await askForRefresh(context, id, ["technologies"]);
    return isRefusal(asked) ? asked : { ok: true as const, status: asked.status };
  },
});
