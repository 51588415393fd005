/** POST /api/conversations/:id/messages: the business writes in a conversation. */
import { z } from "zod";
import { conversationOf, conversations } from "../../domain/conversations";
import { isRefusal } from "../../domain/fold/refusal";
import { refuse } from "../../domain/refusals";
import { sendMessage as send } from "../../domain/sending";
import { command, session } from "../../infra/http/endpoint";
import { messageView } from "../../read-api/messaging/conversation-view";
import { allowanceOf, approvedNumber, messageBody, queuedMessage, writingFails, writingRefusals } from "./conversing";

export const sendMessage = command({
  id: "send-message",
  method: "POST",
  path: "/api/conversations/:id/messages",
  access: session(),
  on: "business",
  area: "conversation",
  summary: "Send a message in a conversation",
  description:
    "Answers once the message is queued; it is handed over after those before it, once, and its status tells how far it got. A closed conversation is open again.",
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({ body: messageBody }),
  responds: { status: 202, body: z.strictObject({ message: messageView, sandbox: z.boolean() }) },
  uses: ["messagesPerDay"],
  refusals: ["conversation_not_found", ...writingRefusals],
  fails: writingFails,
  example: { body: "Your table is ready." },
  handle: async ({ params: { id }, body: { body } }, context) => {
    const { business, services } = context;
    const allowance = allowanceOf(context);
    const known = conversationOf((await services.runner.load(conversations, business.id)).state, id);
    if (known === undefined) return refuse("conversation_not_found", "There is no such conversation.");
    const number = await approvedNumber(context, known.phoneNumberId);
    if (isRefusal(number)) return number;
    const decide = send(id, { messageId: services.ids.next(), body }, allowance);
    const executed = await context.execute(conversations, business.id, decide);
    if (isRefusal(executed)) return executed;
    const message = queuedMessage(executed.events);
    if (message === undefined) throw new Error("A message was queued and cannot be found.");
    return { message, sandbox: number.provider === "sandbox" };
  },
});
