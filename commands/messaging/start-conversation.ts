/** POST /api/conversations: the business writes to a customer, in the conversation that there is with them or in a new one. */
import { z } from "zod";
import { conversations } from "../../domain/conversations";
import { isRefusal } from "../../domain/fold/refusal";
import { startConversation as start } from "../../domain/sending";
import { Answer, command, session } from "../../infra/http/endpoint";
import { untilVisible } from "../../infra/http/visible";
import {
  findConversation,
  conversationView,
  messageView,
  viewOfConversation,
} from "../../read-api/messaging/conversation-view";
import {
  allowanceOf,
  approvedNumber,
  customerName,
  messageBody,
  queuedMessage,
  writingFails,
  writingRefusals,
} from "./conversing";
import { customerPhoneSchema } from "./customer-phone";
import { phoneNumberIdSchema } from "./usable-number";

export const startConversation = command({
  id: "start-conversation",
  method: "POST",
  path: "/api/conversations",
  access: session(),
  on: "business",
  area: "conversation",
  summary: "Write to a customer",
  description:
    "There is one conversation with a customer at a number of the business: it is gone on with, and open again where it was closed. Customers in the United States and Canada can be written to first; whoever writes first, from wherever that is, can be answered.",
  body: z.strictObject({
    phoneNumberId: phoneNumberIdSchema.describe("The business's number from which it is sent."),
    customerPhone: customerPhoneSchema,
    customerName: customerName.nullable().optional(),
    body: messageBody,
  }),
  responds: {
    status: 201,
    body: z.strictObject({ conversation: conversationView, message: messageView, sandbox: z.boolean() }),
  },
  uses: ["messagesPerDay"],
  refusals: writingRefusals,
  fails: writingFails,
  example: { phoneNumberId: "0190a5c1-7f00-7000-8000-000000000000", customerPhone: "(202) 555-0143", body: "Hello!" },
  handle: async ({ body: { phoneNumberId, customerPhone, customerName: name, body } }, context) => {
    const { account, business, services } = context;
    const allowance = allowanceOf(context);
    const number = await approvedNumber(context, phoneNumberId);
    if (isRefusal(number)) return number;
    const ids = { businessId: business.id, accountId: account.id, conversationId: services.ids.next() };
    const written = { messageId: services.ids.next(), body, ...(name === undefined ? {} : { customerName: name }) };
    const { provider } = number;
    const decide = start({ ...ids, phoneNumberId, provider, customerPhone, ...written }, allowance);
    const executed = await context.execute(conversations, business.id, decide);
    if (isRefusal(executed)) return executed;
    // Nothing was written that could be shown.
    if (context.dryRun) return new Answer(200, undefined);
    await untilVisible(context, ["conversations"], executed.position);
    const conversationId = executed.events[0]?.data.conversationId ?? "";
    const [row, message] = [await findConversation(context, conversationId), queuedMessage(executed.events)];
    if (row === undefined || message === undefined) throw new Error("A message was queued and cannot be found.");
    return { conversation: viewOfConversation(row), message, sandbox: provider === "sandbox" };
  },
});
