/** POST /api/v1/chat: a question about the business's stored facts, and the answer to it. */
import { z } from "zod";
import { chatContextSchema } from "../../domain/chats";
import { isRefusal } from "../../domain/fold/refusal";
import { apiKey, Answer, command } from "../../infra/http/endpoint";
import { receipted } from "../../read-api/receipt";
import { chatTables } from "../../read-api/grounding/chat-facts";
import { askInChat, chattingFails } from "./chatting";
import { generationFails } from "./generating";
import { shownText } from "../shown-text";

/** Interface specification, Limits. */
const MESSAGE_CHARACTERS_MAX = 4_000;

const { view, answer } = receipted(
  z.strictObject({
    message: z.strictObject({
      id: z.string(),
      role: z.literal("assistant"),
      content: z.string(),
      businessId: z.string(),
      createdAt: z.iso.datetime(),
      provider: z
        .string()
        .describe("Who wrote it: `local-composer` for fixed rules over stored facts, `openai-compatible` for a model."),
    }),
    context: chatContextSchema,
    usage: z
      .strictObject({ used: z.number().int(), limit: z.number().int() })
      .describe("Questions of the business on this UTC day, this one among them."),
  }),
);

export const askChat = command({
  id: "ask-chat",
  method: "POST",
  path: "/api/v1/chat",
  access: apiKey("chat:write"),
  on: "business",
  area: "chat",
  summary: "Ask about the business",
  description:
    "Answered from stored facts of the active business and raw ones of the competitors that it tracks, by the model that the operator has chosen, or by fixed rules where there is none; `provider` says which. The context chooses the facts. A question takes one of the plan's daily units, which is given back where no answer comes and no model is paid for it. docs/generation.md says what is sent to a model and what is kept.",
  reads: chatTables,
  body: z.strictObject({ message: shownText(MESSAGE_CHARACTERS_MAX), context: chatContextSchema.default("general") }),
  responds: { status: 200, body: view },
  uses: ["chatMessagesPerDay"],
  refusals: ["chat_limit_reached"],
  fails: { ...generationFails, ...chattingFails },
  example: { message: "How are we rated beside our competitors?", context: "competitors" },
  handle: async ({ body }, context) => {
    const asked = await askInChat(context, body);
    if (isRefusal(asked)) return asked;
    if (asked.answer === null) return new Answer(200, undefined);
    const { id, content, provider, at: createdAt } = asked.answer;
    const message = { id, role: "assistant" as const, content, businessId: context.business.id, createdAt, provider };
    return answer({ message, context: body.context, usage: asked.usage }, context);
  },
});
