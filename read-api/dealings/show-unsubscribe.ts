/** GET /unsubscribe/:token: asks whoever follows the link of a mail whether they want no more of its kind. */
import { z } from "zod";
import { open, query } from "../../infra/http/endpoint";
import { HTML, linkedMail, linkedMailTables, nothingAnswer, standingPage } from "./unsubscribe-view";

export const showUnsubscribe = query({
  id: "show-unsubscribe",
  method: "GET",
  path: "/unsubscribe/:token",
  access: open("public"),
  on: "none",
  area: "crm",
  summary: "The page to get no more mails of a kind",
  description:
    "For people, behind the link of each e-mail that asks for a review, and of each that tells of an alert. It says how it stands, and looking at it changes nothing.",
  params: z.strictObject({ token: z.string() }),
  reads: linkedMailTables,
  responds: { status: 200, alternatives: [HTML], absent: HTML },
  handle: async ({ params: { token } }, context) => {
    const mail = await linkedMail(context, token);
    return mail === undefined ? nothingAnswer() : standingPage(context, mail, token);
  },
});
