/** GET /api/v1/conversations: the conversations of the active business, those in which somebody wrote last first. */
import { z } from "zod";
import { apiKey, query } from "../../infra/http/endpoint";
import { conversationsQuery, conversationStats, conversationTables, pageOfConversations } from "./conversation-rows";
import { conversationRecord, recordOfConversation } from "./conversation-view";
import { receipted } from "../receipt";

const page = receipted(
  z.strictObject({
    conversations: z.array(conversationRecord),
    stats: conversationStats,
    nextCursor: z.string().nullable(),
    sandbox: z.boolean().describe("Some of it exists on no network."),
  }),
);

export const listConversations = query({
  id: "list-conversations",
  method: "GET",
  path: "/api/v1/conversations",
  access: apiKey("analytics:read"),
  on: "business",
  area: "conversation",
  summary: "Conversations of the business",
  query: conversationsQuery,
  reads: conversationTables,
  responds: { status: 200, body: page.view },
  handle: async ({ query: asked }, context) => {
    const { rows, ...rest } = await pageOfConversations(context, asked);
    return page.answer({ conversations: rows.map(recordOfConversation), ...rest }, context);
  },
});
