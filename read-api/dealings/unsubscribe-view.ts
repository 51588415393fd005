/** The pages behind the links with which whoever gets mails gets no more of their kind, and whose link it is. */
import { notifications } from "../../domain/notifications";
import { reviewRequests, wantsNothing, type AskedBy } from "../../domain/review-requests";
import { Answer, type Context } from "../../infra/http/endpoint";
import type { BusinessRow } from "../../projections/businesses";
import type { ReviewRequestRow } from "../../projections/review-requests";
import { rowsOf } from "../rows";
import { HTML, plainPage, stylePolicy } from "./embed-page";

export { HTML, nothingAnswer } from "./embed-page";

const TITLE = "No more mails";
const said = (content: string): Answer =>
  new Answer(200, plainPage(TITLE, content), {
    "cache-control": "no-store",
    "content-type": `${HTML}; charset=utf-8`,
    "content-security-policy": `default-src 'none'; ${stylePolicy}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "x-robots-tag": "noindex",
  });

/** To this address, or to one beside it. */
const button = (label: string, to?: string): string =>
  `<form method="post"${to === undefined ? "" : ` action="${to}"`}><p><button>${label}</button></p></form>`;

/** A mail with such a link: one that asked for a review, or one about an alert of a business. */
export type LinkedMail =
  | { readonly about: "review"; readonly request: AskedBy }
  | { readonly about: "alert"; readonly whose: Pick<AskedBy, "businessId" | "accountId"> };

type Reading = Pick<Context, "read" | "services">;

/** The tables that tell it. */
export const linkedMailTables = ["review_requests", "businesses"];

/** Undefined where nobody was given the link, or the business was erased. */
export async function linkedMail({ read, services }: Reading, token: string): Promise<LinkedMail | undefined> {
  const requestId = services.unsubscribeTokens.reviewRequests.read(token);
  if (requestId !== undefined) {
    const asked = read("review_requests as r")
      .join("businesses as b", "b.business_id", "r.business_id")
      .where({ "r.request_id": requestId })
      .select("r.business_id", "b.account_id", "r.recipient");
    const [row] = await rowsOf<Pick<ReviewRequestRow, "recipient"> & Owned>(asked);
    return row && { about: "review", request: { requestId, ...ownerOf(row), recipient: row.recipient } };
  }
  const businessId = services.unsubscribeTokens.alertMails.read(token) ?? null;
  const [row] = await rowsOf<Owned>(read("businesses").where({ business_id: businessId }));
  return row && { about: "alert", whose: ownerOf(row) };
}

type Owned = Pick<BusinessRow, "business_id" | "account_id">;
const ownerOf = ({ business_id: businessId, account_id: accountId }: Owned) => ({ businessId, accountId });

/** What the page at the link says today. Looking at it changes nothing: what scans mails follows every link in them. */
export async function standingPage(
  { services: { runner } }: Reading,
  mail: LinkedMail,
  token: string,
): Promise<Answer> {
  if (mail.about === "review") {
    const { state } = await runner.load(reviewRequests, mail.request.businessId);
    return wantsNothing(state, mail.request) ? donePage(mail, token) : askingPage(mail);
  }
  const { state } = await runner.load(notifications, mail.whose.businessId);
  return state.email.alerts.length === 0 ? donePage(mail, token) : askingPage(mail);
}

const askingPage = ({ about }: LinkedMail): Answer =>
  said(
    about === "review"
      ? `<p>Do you want this business to ask you for no more reviews?</p>${button("Ask me no more")}`
      : `<p>Do you want to be mailed of no more alerts of this business?</p>${button("Mail me no more")}`,
  );

/** With the way back: for who was asked, a button; an account chooses its alerts where it chose them. */
export const donePage = ({ about }: LinkedMail, token: string): Answer =>
  said(
    about === "review"
      ? `<p>You will be asked for no more reviews by this business.</p>${button("I may be asked again", `${token}/undo`)}`
      : "<p>You will be mailed of no more alerts of this business. Which ones are mailed is chosen among its notification settings.</p>",
  );

export const undonePage = (): Answer =>
  said("<p>This business may ask you for a review again. The link of its mail leads back to where that is ended.</p>");
