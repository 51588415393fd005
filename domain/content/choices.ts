/** What a draft can be: its types, presets, tones, lengths and platforms, and which type a preset stands for. */
import { z } from "zod";

export const contentTypes = [
  "landing_page",
  "faq",
  "gbp_post",
  "social_post",
  "review_response_template",
  "blog_outline",
] as const;
export const contentTypeSchema = z.enum(contentTypes);
export type ContentType = z.output<typeof contentTypeSchema>;

export const presetCategorySchema = z.enum(["local_business", "product_demo", "ecommerce", "professional_services"]);
export type PresetCategory = z.output<typeof presetCategorySchema>;

/** What is written where a preset is named and no type. */
export const defaultTypes: Readonly<Record<PresetCategory, ContentType>> = {
  local_business: "gbp_post",
  product_demo: "landing_page",
  ecommerce: "social_post",
  professional_services: "blog_outline",
};

export const toneSchema = z.enum(["professional", "friendly", "casual", "persuasive", "informative"]);
export type Tone = z.output<typeof toneSchema>;

export const lengthSchema = z.enum(["short", "medium", "long"]);
export type Length = z.output<typeof lengthSchema>;

export const platformSchema = z.enum(["facebook", "instagram", "linkedin"]);
export type Platform = z.output<typeof platformSchema>;

/** What is meant where nothing is said. */
export const defaults = { presetCategory: "local_business", tone: "professional", length: "medium" } as const;

export const VARIATIONS_MAX = 5;
