/** A draft as its business sees it (interface specification, "Generated content item"). */
import { z } from "zod";
import { type ContentType, presetCategorySchema } from "../../domain/content/choices";
import { contentForms } from "../../domain/content/forms";
import type { ContentRow } from "../../projections/content";

/** Who wrote a draft, wherever one is told of. */
export const writtenBy = {
  provider: z.string().describe("Who wrote it; `local-composer` is the service itself, by templates."),
  model: z.string().nullable().describe("Null where no model took part."),
};

/** What a draft was made of. */
const sourceSummary = z
  .strictObject({
    sourcePage: z
      .strictObject({
        url: z.string().describe("Where it was found in the end."),
        title: z.string().nullable(),
        description: z.string().nullable(),
        wordCount: z.number().int(),
        excerptPreview: z.string().describe("Its first words."),
      })
      .optional()
      .describe("The page that the request named."),
    batch: z.strictObject({
      requested: z.number().int().describe("How many variations were asked for."),
      index: z.number().int().describe("Which of them it is, from 0."),
      total: z.number().int().describe("How many were written."),
    }),
    refinement: z
      .strictObject({
        requested: z.literal(true),
        previousOutputProvided: z.boolean(),
        feedbackLength: z.number().int().describe("Characters; the feedback itself is not kept."),
        sourceGenerationId: z.string().nullable().describe("The draft that the request named as its original."),
      })
      .optional()
      .describe("Of drafts that refine another one."),
  })
  .meta({ id: "ContentSources" });

const itemOf = <Type extends ContentType>(type: Type) =>
  z.strictObject({
    id: z.string(),
    type: z.literal(type),
    presetCategory: presetCategorySchema,
    topic: z.string().nullable(),
    ...writtenBy,
    content: contentForms[type],
    sourceSummary,
    generatedAt: z.iso.datetime(),
    createdAt: z.iso.datetime(),
  });

/** Its content has the form of its type. */
export const contentItem = z
  .discriminatedUnion("type", [
    itemOf("landing_page"),
    itemOf("faq"),
    itemOf("gbp_post"),
    itemOf("social_post"),
    itemOf("review_response_template"),
    itemOf("blog_outline"),
  ])
  .meta({ id: "GeneratedContent" });

/** What `connected` says wherever it stands. */
export const connectedView = z.boolean().describe("Whether a listing is linked to the business.");

export type ContentFields = Omit<ContentRow, "business_id" | "root_id" | "position">;

export function viewOfContent(row: ContentFields): z.input<typeof contentItem> {
  const { source_page: sourcePage, refinement } = row;
  const batch = { requested: row.batch_total, index: row.batch_index, total: row.batch_total };
  return {
    id: row.generation_id,
    type: row.type,
    presetCategory: row.preset_category,
    topic: row.topic,
    provider: row.provider,
    model: row.model,
    content: JSON.parse(row.content) as unknown,
    sourceSummary: {
      ...(sourcePage === null ? {} : { sourcePage }),
      batch,
      ...(refinement === null ? {} : { refinement: { requested: true, previousOutputProvided: true, ...refinement } }),
    },
    generatedAt: row.generated_at,
    createdAt: row.created_at,
  } as z.input<typeof contentItem>;
}
