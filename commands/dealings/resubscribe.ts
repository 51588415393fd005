/** POST /unsubscribe/:token/undo: whoever wanted to be asked for no more reviews may be asked again. */
import { z } from "zod";
import { isRefusal } from "../../domain/fold/refusal";
import { resubscribe as decide, reviewRequests } from "../../domain/review-requests";
import { action, open } from "../../infra/http/endpoint";
import {
  HTML,
  linkedMail,
  linkedMailTables,
  nothingAnswer,
  undonePage,
} from "../../read-api/dealings/unsubscribe-view";

export const resubscribe = action({
  id: "resubscribe",
  method: "POST",
  path: "/unsubscribe/:token/undo",
  access: open("public"),
  on: "none",
  area: "crm",
  summary: "Be asked for reviews again",
  description:
    "What the button of the page at `/unsubscribe/:token` sends, for who had said there that they want to be asked no more. A STOP by text message stays. Alerts that are mailed no more are chosen again by `PATCH /api/v1/notifications`. A repetition changes nothing.",
  params: z.strictObject({ token: z.string() }),
  reads: linkedMailTables,
  responds: { status: 200, alternatives: [HTML], absent: HTML },
  handle: async ({ params: { token } }, context) => {
    const mail = await linkedMail(context, token);
    if (mail?.about !== "review") return nothingAnswer();
    const executed = await context.execute(reviewRequests, mail.request.businessId, decide(mail.request));
    return isRefusal(executed) ? executed : undonePage();
  },
});
