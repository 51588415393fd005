/** The pages behind the link with which somebody who was asked for a review is asked no more, and whose link it is. */
import type { ReviewRequest } from "../../domain/review-requests";
import { Answer, type Context } from "../../infra/http/endpoint";
import type { BusinessRow } from "../../projections/businesses";
import type { ReviewRequestRow } from "../../projections/review-requests";
import { rowsOf } from "../rows";
import { HTML, plainPage, stylePolicy } from "./embed-page";

export { HTML, nothingAnswer } from "./embed-page";

const said = (title: string, content: string): Answer =>
  new Answer(200, plainPage(title, content), {
    "cache-control": "no-store",
    "content-type": `${HTML}; charset=utf-8`,
    "content-security-policy": `default-src 'none'; ${stylePolicy}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "x-robots-tag": "noindex",
  });

/** Looking at it changes nothing: what scans mails follows every link in them. */
export const askingPage = (): Answer =>
  said(
    "No more questions",
    '<p>Do you want this business to ask you for no more reviews?</p><form method="post"><p><button>Ask me no more</button></p></form>',
  );

export const donePage = (): Answer =>
  said("No more questions", "<p>You will be asked for no more reviews by this business.</p>");

/** The request whose mail had the link; undefined where there was none, or its business was erased. */
export async function requestOf(
  { read, services }: Pick<Context, "read" | "services">,
  token: string,
): Promise<Pick<ReviewRequest, "requestId" | "businessId" | "accountId" | "recipient"> | undefined> {
  const requestId = services.unsubscribeTokens.read(token);
  if (requestId === undefined) return undefined;
  const asked = read("review_requests as r")
    .join("businesses as b", "b.business_id", "r.business_id")
    .where({ "r.request_id": requestId })
    .select("r.business_id", "b.account_id", "r.recipient");
  const [row] = await rowsOf<Asked>(asked);
  return row && { requestId, businessId: row.business_id, accountId: row.account_id, recipient: row.recipient };
}

type Asked = Pick<ReviewRequestRow, "business_id" | "recipient"> & Pick<BusinessRow, "account_id">;
