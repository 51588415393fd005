/** POST /api/admin/businesses/:id/anchors: the head of a business's chain under the service's signature, at once. */
import { z } from "zod";
import { anchorHistory as anchor, anchors, anchorSchema } from "../../domain/anchors";
import { isRefusal } from "../../domain/fold/refusal";
import { refuse } from "../../domain/refusals";
import { admin, command } from "../../infra/http/endpoint";
import { provenHistory } from "../../read-api/audit/history-proof-view";

const anchorView = z.strictObject(anchorSchema.shape);

export const anchorHistory = command({
  id: "anchor-history",
  method: "POST",
  path: "/api/admin/businesses/:id/anchors",
  access: admin("audit"),
  on: "none",
  heavy: true,
  area: "audit",
  summary: "Anchor a business's history",
  description:
    "The history is proven first, and a history that is not whole is not signed. Where nothing has happened since the last " +
    "anchor, that one is the answer. Anchors also come by themselves, an hour after something happened.",
  params: z.strictObject({ id: z.string() }),
  responds: { status: 201, body: anchorView },
  refusals: ["business_not_found", "history_not_whole"],
  handle: async ({ params: { id: businessId } }, context) => {
    const { attestor } = context.services;
    const proof = await provenHistory(context, businessId);
    if (proof === undefined || proof.removed !== null)
      return refuse("business_not_found", "There is no such business.");
    const { fault, events: count, head } = proof;
    if (fault !== null) return refuse("history_not_whole", `The history is not whole: ${fault.message}`, { fault });
    const said = { businessId, count, head, anchoredAt: context.now.toISOString(), keyId: attestor.publicKey.kid };
    const isCovered = proof.anchors.at(-1)?.count === count - 1;
    const decide = isCovered ? () => [] : anchor(said, (text) => attestor.sign(text));
    const executed = await context.execute(anchors, businessId, decide);
    if (isRefusal(executed)) return executed;
    const made = executed.events[0]?.data;
    if (made !== undefined) context.services.logger.info(made, "A history was anchored.");
    const newest = made ?? executed.state;
    if (newest === null) throw new Error(`The business ${businessId} has an anchor that its stream does not know.`);
    return newest;
  },
});
