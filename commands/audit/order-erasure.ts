/** POST /api/admin/businesses/:id/erasure: the business is removed at once and for good, whether it was deleted or not. */
import { z } from "zod";
import { businesses, orderErasure as order } from "../../domain/businesses";
import { isRefusal } from "../../domain/fold/refusal";
import { removals } from "../../domain/removals";
import { admin, command } from "../../infra/http/endpoint";
import { untilInForce } from "../../infra/http/visible";
import { shownText } from "../shown-text";

export const orderErasure = command({
  id: "order-erasure",
  method: "POST",
  path: "/api/admin/businesses/:id/erasure",
  access: admin(),
  on: "none",
  area: "audit",
  summary: "Order the erasure of a business",
  description:
    "There is no time in which it could be restored. From the answer on the business cannot be used; its history, rows, keys and deliveries are erased right after. One event remains, without the reason: who ordered it, when, how many events the history had, and the head of its chain.",
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({ reason: shownText(500).describe("Erased with the business.") }),
  responds: { status: 202, body: z.strictObject({ businessId: z.string(), status: z.enum(["erasing", "erased"]) }) },
  refusals: ["business_not_found"],
  // Ordering again changes nothing by itself, and an answer that was kept would go with the business.
  idempotent: false,
  example: { reason: "Request under Article 17 of the GDPR" },
  handle: async ({ params: { id }, body: { reason } }, context) => {
    const { removed } = (await context.services.runner.load(removals, id)).state;
    if (removed) return { businessId: id, status: "erased" } as const;
    const ordered = await context.execute(businesses, id, order(reason));
    if (isRefusal(ordered)) return ordered;
    if (ordered.state.status !== "unknown")
      await untilInForce(context, ordered.state.accountId, ["businesses"], ordered.position);
    return { businessId: id, status: "erasing" } as const;
  },
});
