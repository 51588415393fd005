/** POST /unsubscribe/:token: whoever was asked for a review by e-mail is asked no more, in one click (RFC 8058). */
import { z } from "zod";
import { isRefusal } from "../../domain/fold/refusal";
import { reviewRequests, unsubscribe as decide } from "../../domain/review-requests";
import { action, open } from "../../infra/http/endpoint";
import { donePage, HTML, nothingAnswer, requestOf } from "../../read-api/dealings/unsubscribe-view";

const form = z.object({
  "List-Unsubscribe": z.unknown().describe("One-Click, or whatever else: it is not read.").optional(),
});
const oneClick = { "List-Unsubscribe": "One-Click" };

export const unsubscribe = action({
  id: "unsubscribe",
  method: "POST",
  path: "/unsubscribe/:token",
  access: open("public"),
  on: "none",
  area: "crm",
  summary: "Be asked for no more reviews",
  description:
    "What the mail program of somebody who was asked sends for them, or the page at this address. From then on the business asks them for no more reviews, by any way and by every address and number by which it knew them. A repetition changes nothing. The link says all there is to say: no body is read.",
  params: z.strictObject({ token: z.string() }),
  forms: { "application/x-www-form-urlencoded": form, "multipart/form-data": form },
  example: { "application/x-www-form-urlencoded": oneClick, "multipart/form-data": oneClick },
  reads: ["review_requests", "businesses"],
  responds: { status: 200, alternatives: [HTML], absent: HTML },
  handle: async ({ params: { token } }, context) => {
    const request = await requestOf(context, token);
    if (request === undefined) return nothingAnswer();
    const executed = await context.execute(reviewRequests, request.businessId, decide(request));
    return isRefusal(executed) ? executed : donePage();
  },
});
