/** GET /api/admin/mails: the e-mails that were kept because no server takes them, the newest first. */
import { z } from "zod";
import { admin, query } from "../../infra/http/endpoint";
import { wholeNumber } from "../../infra/http/query-numbers";

const mailView = z.strictObject({
  id: z.string(),
  businessId: z.string().describe("With whom it is erased."),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  at: z.iso.datetime(),
});

export const listKeptMails = query({
  id: "list-kept-mails",
  method: "GET",
  path: "/api/admin/mails",
  access: admin(),
  on: "none",
  area: "ops",
  summary: "E-mails that were kept",
  description:
    "Without SMTP_URL no mail leaves the service: each is kept here once, for ninety days, and no longer than its business. What was kept is not sent when a server is set later. These are operational data of all businesses, for whoever runs the service: mails that reached nobody and that somebody has to see. No look is recorded, because nobody's history is shown.",
  query: z.strictObject({ limit: wholeNumber(1, 500).default(50).describe("Most mails.") }),
  responds: {
    status: 200,
    body: z.strictObject({
      mails: z.array(mailView),
      configured: z.boolean().describe("Whether mails leave the service; false where SMTP_URL is not set."),
    }),
  },
  handle: async ({ query: { limit } }, { services: { mail } }) => ({
    mails: [...(await mail.kept(limit))],
    configured: mail.configured,
  }),
});
