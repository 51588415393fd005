/** GET /unsubscribe/:token: asks whoever follows the link of a mail whether they want to be asked no more. */
import { z } from "zod";
import { open, query } from "../../infra/http/endpoint";
import { askingPage, HTML, nothingAnswer, requestOf } from "./unsubscribe-view";

export const showUnsubscribe = query({
  id: "show-unsubscribe",
  method: "GET",
  path: "/unsubscribe/:token",
  access: open("public"),
  on: "none",
  area: "crm",
  summary: "The page to be asked for no more reviews",
  description: "For people, behind the link of each e-mail that asks for a review. Looking at it changes nothing.",
  params: z.strictObject({ token: z.string() }),
  reads: ["review_requests", "businesses"],
  responds: { status: 200, alternatives: [HTML], absent: HTML },
  handle: async ({ params: { token } }, context) =>
    (await requestOf(context, token)) === undefined ? nothingAnswer() : askingPage(),
});
