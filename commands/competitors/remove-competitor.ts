/** DELETE /api/competitors/:id: the business tracks this place no more; adding it again brings the competitor back. */
import { z } from "zod";
import { competitors, remove } from "../../domain/competitors";
import { isRefusal } from "../../domain/fold/refusal";
import { command, session } from "../../infra/http/endpoint";

export const removeCompetitor = command({
  id: "remove-competitor",
  method: "DELETE",
  path: "/api/competitors/:id",
  access: session(),
  on: "business",
  area: "competitor",
  summary: "Stop tracking a competitor",
  description: "Its history is no longer shown. It can be tracked again.",
  params: z.strictObject({ id: z.string() }),
  responds: { status: 204 },
  refusals: ["competitor_not_found"],
  handle: async ({ params: { id } }, context) => {
    const removed = await context.execute(competitors, context.business.id, remove(context.business.id, id));
    return isRefusal(removed) ? removed : undefined;
  },
});
