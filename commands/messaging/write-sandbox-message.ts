/** POST /api/admin/sms-sandbox/messages: an administrator is a customer's phone, and writes to a number of the messaging stand-in. */
import { z } from "zod";
import { action, admin } from "../../infra/http/endpoint";
import { Failure } from "../../infra/http/failure";
import { sandboxFails, sandboxOf } from "../../read-api/messaging/sandbox-view";

const NUMBER = /^\+[1-9]\d{6,14}$/;
const phoneNumber = z.string().max(16).regex(NUMBER, "Expected a phone number in E.164, such as +14155550123");

export const writeSandboxMessage = action({
  id: "write-sandbox-message",
  method: "POST",
  path: "/api/admin/sms-sandbox/messages",
  access: admin(),
  on: "none",
  area: "sms",
  summary: "Write to a number of the sandbox",
  description: "Answers at once; the service is handed the message by a callback, as by a provider.",
  body: z.strictObject({ from: phoneNumber, to: phoneNumber, body: z.string().min(1).max(1_600) }),
  responds: { status: 202, body: z.strictObject({ sandbox: z.literal(true) }) },
  fails: { ...sandboxFails, sandbox_number_not_found: 404 },
  example: { from: "+14155550123", to: "+18335550100", body: "Is my table ready?" },
  handle: async ({ body }, { services }) => {
    const isTaken = await sandboxOf(services).write(body);
    if (!isTaken) throw new Failure(404, "sandbox_number_not_found", "The sandbox has assigned no such number.");
    return { sandbox: true } as const;
  },
});
