/** DELETE /api/v1/embeds/:id: a shared chart is taken back, at once and for good. */
import { z } from "zod";
import { embeds, revokeEmbed as revoke } from "../../domain/embeds";
import { isRefusal } from "../../domain/fold/refusal";
import { apiKey, command } from "../../infra/http/endpoint";
import { untilVisible } from "../../infra/http/visible";

export const revokeEmbed = command({
  id: "revoke-embed",
  method: "DELETE",
  path: "/api/v1/embeds/:id",
  access: apiKey("embeds:write"),
  on: "business",
  area: "embed",
  summary: "Take a shared chart back",
  description: "From the answer on its address leads nowhere. Taking back what was taken back changes nothing.",
  params: z.strictObject({ id: z.string() }),
  responds: { status: 204 },
  refusals: ["embed_not_found"],
  handle: async ({ params: { id } }, context) => {
    const { business } = context;
    const executed = await context.execute(embeds, business.id, revoke(business.id, id));
    if (isRefusal(executed)) return executed;
    await untilVisible(context, ["embeds"], executed.position);
    return undefined;
  },
});
