/** GET /audit: the page on which administrators look at a business's history. */
import { admin, Answer, query } from "../../infra/http/endpoint";
import { pageHeaders } from "../../infra/http/pages";

const page = (html: string): Answer => new Answer(200, html, pageHeaders);

export const showAuditPage = query({
  id: "show-audit-page",
  method: "GET",
  path: "/audit",
  access: admin("public"),
  on: "none",
  area: "audit",
  summary: "The page for auditors",
  description:
    "For people: it shows in HTML what the other operations of this section tell. Whoever is not signed in, or not as an administrator, gets the form for signing in, under the status that an error would have, where `Accept` names `text/html` as browsers do; and otherwise the error.",
  responds: { status: 200, alternatives: ["text/html"] },
  turnedAway: ({ auditPage }) => page(auditPage.signIn),
  handle: async (_input, { services: { auditPage } }) => page(auditPage.index),
});
