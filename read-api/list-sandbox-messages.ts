/** GET /api/admin/sms-sandbox/messages: what was sent and written in the messaging stand-in, the newest first. */
import { z } from "zod";
import { admin, query } from "../infra/http/endpoint";
import { Failure } from "../infra/http/failure";

const messageView = z.strictObject({
  id: z.string().describe("What the stand-in calls the message."),
  direction: z.enum(["outbound", "inbound"]),
  from: z.string(),
  to: z.string(),
  body: z.string(),
  at: z.iso.datetime(),
});

export const listSandboxMessages = query({
  id: "list-sandbox-messages",
  method: "GET",
  path: "/api/admin/sms-sandbox/messages",
  access: admin(),
  on: "none",
  area: "sms",
  summary: "Messages in the sandbox",
  description: "The newest first, of all businesses. They are kept for ninety days, and no longer than their business.",
  query: z.strictObject({ limit: z.coerce.number().int().min(1).max(500).default(50).describe("Most messages.") }),
  responds: {
    status: 200,
    body: z.strictObject({ messages: z.array(messageView), sandbox: z.literal(true) }),
  },
  fails: { sandbox_not_chosen: 404 },
  handle: async ({ query: { limit } }, { services: { smsSandbox } }) => {
    if (smsSandbox === null) throw new Failure(404, "sandbox_not_chosen", "This service does not use the SMS sandbox.");
    return { messages: [...(await smsSandbox.messages(limit))], sandbox: true as const };
  },
});
