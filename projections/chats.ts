/** Table `chats`: what each business asked in its chat, and what it was answered as far as that is kept. */
import type { ChatContext, ChatEvent, ChatFault } from "../domain/chats";
import { bigint, instant, projection, text, type Column, type RowOf } from "../infra/projector/projection";

const columns = {
  question_id: text,
  business_id: text,
  context: text as Column<ChatContext>,
  question: text,
  /** Null where there is none, and where it is not kept. */
  answer: text.orNull,
  answer_id: text.orNull,
  provider: text.orNull,
  model: text.orNull,
  /** Why no answer came. */
  fault: text.orNull as Column<ChatFault | null>,
  asked_at: instant,
  answered_at: instant.orNull,
  /** The log position at which it was asked: the order of lists. */
  position: bigint,
};
type ChatRow = RowOf<typeof columns>;

const keys = ({ data }: { data: { questionId: string } }) => ({ question_id: data.questionId });
const unanswered = { answer: null, answer_id: null, provider: null, model: null, fault: null, answered_at: null };

export const chatsTable = projection<ChatEvent>()({
  table: "chats",
  version: 1,
  columns,
  key: ["question_id"],
  indexes: [["business_id", "position"]],
  erasedWith: { business: "business_id" },
  on: {
    ChatAsked: {
      keys,
      fold: (_row, { data, position }): ChatRow => ({
        ...unanswered,
        question_id: data.questionId,
        business_id: data.businessId,
        context: data.context,
        question: data.message,
        asked_at: data.askedAt,
        position,
      }),
    },
    ChatAnswered: {
      keys,
      fold: (row, { data }) =>
        row && {
          ...row,
          answer: data.message,
          answer_id: data.answerId,
          provider: data.provider,
          model: data.model,
          answered_at: data.answeredAt,
        },
    },
    ChatFailed: { keys, fold: (row, { data }) => row && { ...row, fault: data.fault } },
  },
});
