/** DELETE /api/businesses/me/delete: the active business is deleted; for 30 days it can be restored, then it is removed. */
import { z } from "zod";
import { businesses, requestDeletion, RESTORE_WINDOW_DAYS } from "../../domain/businesses";
import { isRefusal } from "../../domain/fold/refusal";
import { refuse } from "../../domain/refusals";
import { command, session } from "../../infra/http/endpoint";
import { untilInForce } from "../../infra/http/visible";
import { businessView, viewOfState } from "../../read-api/business/business-view";
import { DAY_MS } from "../../domain/utc-day";

export const deleteBusiness = command({
  id: "delete-business",
  method: "DELETE",
  path: "/api/businesses/me/delete",
  access: session(),
  on: "business",
  area: "business",
  summary: "Delete the active business",
  description: "It can be restored for 30 days; after that it is erased for good.",
  responds: { status: 200, body: z.strictObject({ business: businessView }) },
  refusals: ["business_not_found", "business_deleted"],
  handle: async (_input, context) => {
    const restorableUntil = new Date(context.now.getTime() + RESTORE_WINDOW_DAYS * DAY_MS).toISOString();
    const deleted = await context.execute(businesses, context.business.id, requestDeletion(restorableUntil));
    if (isRefusal(deleted)) return deleted;
    if (deleted.state.status === "unknown") return refuse("business_not_found", "There is no such business.");
    await untilInForce(context, context.account.id, ["businesses"], deleted.position);
    return { business: viewOfState(deleted.state) };
  },
});
