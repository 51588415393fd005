/** POST /unsubscribe/:token: whoever gets mails of a kind gets no more of them, in one click (RFC 8058). */
import { z } from "zod";
import { isRefusal } from "../../domain/fold/refusal";
import { declineAlertMails, notifications } from "../../domain/notifications";
import { reviewRequests, unsubscribe as decide } from "../../domain/review-requests";
import { action, open, type Context } from "../../infra/http/endpoint";
import {
  donePage,
  HTML,
  linkedMail,
  linkedMailTables,
  nothingAnswer,
  type LinkedMail,
} from "../../read-api/dealings/unsubscribe-view";

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
  summary: "Get no more mails of a kind",
  description:
    "What the mail program of somebody who got a mail sends for them, or the page at this address. By the link of a mail that asked for a review, the business asks them for no more reviews from then on, by any way and by every address and number by which it knew them; by that of a mail about an alert, the account is mailed of no more alerts of that business. A repetition changes nothing. The link says all there is to say: no body is read.",
  params: z.strictObject({ token: z.string() }),
  forms: { "application/x-www-form-urlencoded": form, "multipart/form-data": form },
  example: { "application/x-www-form-urlencoded": oneClick, "multipart/form-data": oneClick },
  reads: linkedMailTables,
  responds: { status: 200, alternatives: [HTML], absent: HTML },
  handle: async ({ params: { token } }, context) => {
    const mail = await linkedMail(context, token);
    if (mail === undefined) return nothingAnswer();
    const executed = await decline(context, mail);
    return isRefusal(executed) ? executed : donePage(mail, token);
  },
});

const decline = ({ execute }: Pick<Context, "execute">, mail: LinkedMail) =>
  mail.about === "review"
    ? execute(reviewRequests, mail.request.businessId, decide(mail.request))
    : execute(notifications, mail.whose.businessId, declineAlertMails(mail.whose));
