/** PATCH /api/conversations/:id: closes, opens again, marks as read, or names the customer; only what is given changes. */
import { z } from "zod";
import { changeConversation as change, conversations } from "../../domain/conversations";
import { isRefusal } from "../../domain/fold/refusal";
import { refuse } from "../../domain/refusals";
import { command, session } from "../../infra/http/endpoint";
import { untilVisible } from "../../infra/http/visible";
import { findConversation, conversationView, viewOfConversation } from "../../read-api/messaging/conversation-view";
import { givenOnly } from "../business/business-profile";
import { customerName } from "./conversing";

export const changeConversation = command({
  id: "change-conversation",
  method: "PATCH",
  path: "/api/conversations/:id",
  access: session(),
  on: "business",
  area: "conversation",
  summary: "Close, read or rename a conversation",
  description: "A closed conversation is open again as soon as somebody writes in it.",
  params: z.strictObject({ id: z.string() }),
  body: z
    .strictObject({
      status: z.enum(["open", "closed"]).optional(),
      read: z.literal(true).optional().describe("Everything that the customer has written until then."),
      customerName: customerName.nullable().optional(),
    })
    .refine((changes) => Object.keys(changes).length > 0, "At least one member is needed")
    .meta({ minProperties: 1 }),
  responds: { status: 200, body: z.strictObject({ conversation: conversationView, sandbox: z.boolean() }) },
  refusals: ["conversation_not_found"],
  example: { status: "closed", read: true },
  handle: async ({ params: { id }, body }, context) => {
    const executed = await context.execute(conversations, context.business.id, change(id, givenOnly(body)));
    if (isRefusal(executed)) return executed;
    await untilVisible(context, ["conversations"], executed.position);
    const row = await findConversation(context, id);
    if (row === undefined) return refuse("conversation_not_found", "There is no such conversation.");
    return { conversation: viewOfConversation(row), sandbox: row.provider === "sandbox" };
  },
});
