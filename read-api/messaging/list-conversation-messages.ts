/** GET /api/conversations/:id/messages: what was written in a conversation, the newest first. */
import { z } from "zod";
import { refuse } from "../../domain/refusals";
import { query, session } from "../../infra/http/endpoint";
import { pageQuery } from "../../infra/http/paging";
import type { MessageRow } from "../../projections/messages";
import { conversationTables } from "./conversation-rows";
import { findConversation, messageView, viewOfMessage } from "./conversation-view";
import { rowsOf } from "../rows";

export const listConversationMessages = query({
  id: "list-conversation-messages",
  method: "GET",
  path: "/api/conversations/:id/messages",
  access: session(),
  on: "business",
  area: "conversation",
  summary: "Messages of a conversation",
  description: "Newest first, in pages.",
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject(pageQuery({ default: 50, max: 100 })),
  reads: conversationTables,
  responds: {
    status: 200,
    body: z.strictObject({
      messages: z.array(messageView),
      nextCursor: z.string().nullable(),
      sandbox: z.boolean(),
    }),
  },
  refusals: ["conversation_not_found"],
  handle: async ({ params: { id }, query: { limit, cursor } }, context) => {
    const { read, business, cursors } = context;
    const before = cursors.parse(z.number().int(), cursor);
    const conversation = await findConversation(context, id);
    if (conversation === undefined) return refuse("conversation_not_found", "There is no such conversation.");
    const listed = read("messages")
      .where({ business_id: business.id, conversation_id: id })
      .modify((builder) => {
        if (before !== undefined) void builder.andWhere("position", "<", before);
      })
      .orderBy("position", "desc")
      .limit(limit + 1);
    const rows = await rowsOf<MessageRow>(listed);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const more = rows.length > limit && last !== undefined;
    return {
      messages: page.map(viewOfMessage),
      nextCursor: more ? cursors.sign(last.position) : null,
      sandbox: conversation.provider === "sandbox",
    };
  },
});
