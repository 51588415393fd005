/** POST /api/sms/status: the messaging provider tells how far a message got. */
import { z } from "zod";
import { businesses } from "../../domain/businesses";
import { conversations, type ConversationDecision } from "../../domain/conversations";
import { isRefusal } from "../../domain/fold/refusal";
import { refuse } from "../../domain/refusals";
import { noteDelivered, noteFailed, noteOptedOut, noteSent } from "../../domain/sending";
import { action, provider } from "../../infra/http/endpoint";
import { statusForms } from "./callback-forms";
import { providerContext, smsOf, type ToldStatus } from "./provider-calls";

export const receiveSmsStatus = action({
  id: "receive-sms-status",
  method: "POST",
  path: "/api/sms/status",
  access: provider(),
  on: "none",
  area: "conversation",
  summary: "Take in how far a message got",
  forms: statusForms,
  example: {
    "application/x-www-form-urlencoded": {
      MessageSid: "SM0f2f6f1c2a109d536c1e7b7e0196f1d2",
      MessageStatus: "delivered",
    },
    "application/json": { kind: "status", id: "outbound-1", status: "delivered" },
  },
  description:
    "In any order and as often as it is told: a message never goes back, and what is said of one that has ended, or of none that is known, changes nothing; save that one that was taken for failed was delivered.",
  query: z.strictObject({ business: z.string().max(100), message: z.string().max(100) }),
  responds: { status: 204 },
  refusals: ["business_not_found"],
  handle: async ({ query: { business: businessId, message: messageId }, signed }, context) => {
    const { services } = context;
    const told = smsOf(services).callbacks.readStatus(signed);
    const { status } = (await services.runner.load(businesses, businessId)).state;
    if (status === "unknown" || status === "removing")
      return refuse("business_not_found", "There is no such business.");
    if (told === null) return undefined;
    const commandId = services.ids.derive("sms-status", messageId, told.providerMessageId, told.status);
    const caused = providerContext(context, businessId, commandId);
    const noted = await services.runner.execute(conversations, businessId, decisionOf(messageId, told), caused);
    return isRefusal(noted) ? noted : undefined;
  },
});

function decisionOf(messageId: string, { status, providerMessageId, code }: ToldStatus): ConversationDecision {
  if (status === "sent") return noteSent(messageId, providerMessageId);
  if (status === "delivered") return noteDelivered(messageId, providerMessageId);
  if (status === "opted_out") return noteOptedOut(messageId, code);
  return noteFailed(messageId, status === "failed" ? "refused" : "undelivered", code);
}
