/** Table `content`: the drafts that were written for each business. */
import type { ContentEvent, GeneratedContent } from "../domain/content";
import type { ContentType, PresetCategory } from "../domain/content/choices";
import {
  bigint,
  instant,
  integer,
  json,
  projection,
  text,
  type Column,
  type RowOf,
} from "../infra/projector/projection";

const columns = {
  generation_id: text,
  /** The draft that its chain of refinements began with: itself where it refines nothing. */
  root_id: text,
  business_id: text,
  type: text as Column<ContentType>,
  preset_category: text as Column<PresetCategory>,
  topic: text.orNull,
  /** JSON of the type's form, as the event has it. */
  content: text,
  source_page: json<GeneratedContent["sourcePage"]>().orNull,
  /** Which of how many variations it is, from 0. */
  batch_index: integer,
  batch_total: integer,
  refinement: json<GeneratedContent["refinement"]>().orNull,
  /** Who wrote it, and by which model. */
  provider: text,
  model: text.orNull,
  generated_at: instant,
  created_at: instant,
  /** The log position, and the place within the event: the order of lists. */
  position: bigint,
};
export type ContentRow = RowOf<typeof columns>;

export const contentTable = projection<ContentEvent>()({
  table: "content",
  version: 3,
  columns,
  key: ["generation_id"],
  indexes: [["business_id", "position", "batch_index"]],
  erasedWith: { business: "business_id" },
  on: {
    ContentGenerated: {
      keys: ({ data }) => data.drafts.map(({ generationId }) => ({ generation_id: generationId })),
      fold: (_row, { data, metadata, position }, key) => {
        const index = data.drafts.findIndex(({ generationId }) => generationId === key.generation_id);
        return {
          ...key,
          root_id: data.rootId ?? key.generation_id,
          business_id: data.businessId,
          type: data.type,
          preset_category: data.presetCategory,
          topic: data.topic,
          content: data.drafts[index]?.content ?? "{}",
          source_page: data.sourcePage,
          batch_index: index,
          batch_total: data.drafts.length,
          refinement: data.refinement,
          provider: data.provider,
          model: data.model,
          generated_at: data.generatedAt,
          created_at: metadata.occurredAt,
          position,
        };
      },
    },
  },
});
