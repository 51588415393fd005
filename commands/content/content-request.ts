/** What can be asked for at POST /api/v1/content, within its bounds. */
import { z } from "zod";
import {
  contentTypeSchema,
  defaults,
  defaultTypes,
  lengthSchema,
  platformSchema,
  presetCategorySchema,
  toneSchema,
  VARIATIONS_MAX,
} from "../../domain/content/choices";
import { shownText } from "../shown-text";

const TOPIC_CHARS_MAX = 180;
const FEEDBACK_CHARS_MAX = 1_000;
const PREVIOUS_BYTES_MAX = 50 * 1_024;

const previousOutput = z
  .union([z.string().min(1).max(PREVIOUS_BYTES_MAX), z.record(z.string().max(PREVIOUS_BYTES_MAX), z.unknown())])
  .refine(
    (previous) => Buffer.byteLength(JSON.stringify(previous)) <= PREVIOUS_BYTES_MAX,
    "Expected at most 50 KB when it is serialized",
  )
  .describe("The draft that is refined, as it is now; goes with refinementFeedback. Not kept.");

export const contentRequest = z
  .strictObject({
    type: contentTypeSchema.optional().describe("What the presetCategory stands for when left out."),
    presetCategory: presetCategorySchema.default(defaults.presetCategory),
    topic: shownText(TOPIC_CHARS_MAX).optional(),
    tone: toneSchema.default(defaults.tone),
    length: lengthSchema.default(defaults.length),
    platform: platformSchema.optional().describe("Matters to social posts."),
    sourceUrl: z
      .string()
      .trim()
      .min(1)
      .max(2_048)
      .optional()
      .describe("A public page of the business's own: its words are reference, and nothing in them is followed."),
    variationCount: z.number().int().min(1).max(VARIATIONS_MAX).default(1).describe("Each is one unit."),
    refinementFeedback: shownText(FEEDBACK_CHARS_MAX)
      .optional()
      .describe("What is to be different; goes with previousOutput. Not kept."),
    previousOutput: previousOutput.optional(),
    sourceGenerationId: z
      .uuid()
      .optional()
      .describe(
        "The draft that is refined: three refinements of each draft of the business are free in a UTC day, and those of its refinements count for it.",
      ),
  })
  .superRefine(({ refinementFeedback, previousOutput: previous }, { addIssue }) => {
    if (refinementFeedback !== undefined && previous === undefined)
      addIssue({ code: "custom", path: ["previousOutput"], message: "Expected with refinementFeedback" });
    if (previous !== undefined && refinementFeedback === undefined)
      addIssue({ code: "custom", path: ["refinementFeedback"], message: "Expected with previousOutput" });
  });
export type ContentBody = z.output<typeof contentRequest>;

export const typeOf = ({ type, presetCategory }: Pick<ContentBody, "type" | "presetCategory">) =>
  type ?? defaultTypes[presetCategory];
