/** POST /api/competitors/:id/tech-stack: collectors are asked which technologies the competitor's website uses. */
import { z } from "zod";
import { isRefusal } from "../domain/fold/refusal";
import { command, session } from "../infra/http/endpoint";
import { askForRefresh, refreshRefusals } from "./request-refresh";

export const scanTechStack = command({
  id: "scan-tech-stack",
  method: "POST",
  path: "/api/competitors/:id/tech-stack",
  access: session({ plan: "growth" }),
  on: "business",
  area: "competitor",
  summary: "Ask for the technologies of a competitor",
  description: "Asking again while a request is open joins it, and counts against no limit.",
  params: z.strictObject({ id: z.string() }),
  responds: { status: 202, body: z.strictObject({ ok: z.literal(true), status: z.literal("queued") }) },
  refusals: refreshRefusals,
  handle: async ({ params: { id } }, context) => {
    const asked = await askForRefresh(context, id, ["technologies"]);
    return isRefusal(asked) ? asked : { ok: true as const, status: "queued" as const };
  },
});
