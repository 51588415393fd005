/** Table `ai_answers`: what AI engines answered about each business, as it was found. */
import type { AiVisibilityEvent } from "../domain/ai-visibility";
import { segmentName } from "../domain/places/segments";
import { boolean, instant, integer, json, projection, text, type RowOf } from "../infra/projector/projection";

const columns = {
  business_id: text,
  answer_id: text,
  check_id: text,
  engine: text,
  query: text,
  city: text.orNull,
  state: text.orNull,
  /** The city as it is asked for: in one spelling. */
  city_name: text.orNull,
  checked_at: instant,
  mentioned: boolean,
  /** From 1, among all that the answer names; `position` is of the log in every table. */
  rank: integer.orNull,
  mention_text: text.orNull,
  competitors_mentioned: json<readonly string[]>(),
};
export type AiAnswerRow = RowOf<typeof columns>;

export const aiAnswersTable = projection<AiVisibilityEvent>()({
  table: "ai_answers",
  version: 1,
  columns,
  key: ["business_id", "answer_id"],
  indexes: [["business_id", "checked_at", "answer_id"]],
  erasedWith: { business: "business_id" },
  on: {
    AiAnswerRecorded: {
      keys: ({ data }) => ({ business_id: data.businessId, answer_id: data.answerId }),
      // The same answer again says nothing.
      fold: (row, { data }) =>
        row ?? {
          business_id: data.businessId,
          answer_id: data.answerId,
          check_id: data.checkId,
          engine: data.engine,
          query: data.query,
          city: data.location?.city ?? null,
          state: data.location?.state ?? null,
          city_name: data.location === null ? null : segmentName(data.location.city),
          checked_at: data.checkedAt,
          mentioned: data.mentioned,
          rank: data.position,
          mention_text: data.mentionText,
          competitors_mentioned: data.competitorsMentioned,
        },
    },
  },
});
