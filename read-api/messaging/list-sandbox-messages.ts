/** GET /api/admin/sms-sandbox/messages: what was sent and written in the messaging stand-in, the newest first. */
import { z } from "zod";
import { admin, query } from "../../infra/http/endpoint";
import { wholeNumber } from "../../infra/http/query-numbers";
import { sandboxFails, sandboxMessageView, sandboxOf } from "./sandbox-view";

export const listSandboxMessages = query({
  id: "list-sandbox-messages",
  method: "GET",
  path: "/api/admin/sms-sandbox/messages",
  access: admin(),
  on: "none",
  area: "sms",
  summary: "Messages in the sandbox",
  description:
    "Operational data of all businesses, for whoever develops with the stand-in: the newest first, kept for ninety days, and no longer than their business. No look is recorded, because nobody's history is shown: these are the texts of a stand-in, which no network carried.",
  query: z.strictObject({ limit: wholeNumber(1, 500).default(50).describe("Most messages.") }),
  responds: {
    status: 200,
    body: z.strictObject({ messages: z.array(sandboxMessageView), sandbox: z.literal(true) }),
  },
  fails: sandboxFails,
  handle: async ({ query: { limit } }, { services }) => ({
    messages: [...(await sandboxOf(services).messages(limit))],
    sandbox: true as const,
  }),
});
