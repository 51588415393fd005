/** GET /api/conversations: the conversations of the active business, those in which somebody wrote last first. */
import { z } from "zod";
import { query, session } from "../../infra/http/endpoint";
import { conversationsQuery, conversationStats, conversationTables, pageOfConversations } from "./conversation-rows";
import { conversationView, viewOfConversation } from "./conversation-view";

export const listMyConversations = query({
  id: "list-my-conversations",
  method: "GET",
  path: "/api/conversations",
  access: session(),
  on: "business",
  area: "conversation",
  summary: "Conversations of the business",
  description: "Those with the newest messages first, in pages.",
  query: conversationsQuery,
  reads: conversationTables,
  responds: {
    status: 200,
    body: z.strictObject({
      conversations: z.array(conversationView),
      stats: conversationStats,
      nextCursor: z.string().nullable(),
      sandbox: z.boolean(),
    }),
  },
  handle: async ({ query: page }, context) => {
    const { rows, ...rest } = await pageOfConversations(context, page);
    return { conversations: rows.map(viewOfConversation), ...rest };
  },
});
