/** The form of every type of draft: what a model or the local composer must give, what is stored, and what is shown. */
import { z } from "zod";
import { platformSchema, type ContentType } from "./choices";

const line = (max: number) => z.string().min(1).max(max);
const paragraph = line(2_000);
const note = z
  .string()
  .max(600)
  .nullable()
  .describe(
    "What whoever uses the draft should know of it, such as a wish that was not met; null where that is nothing.",
  );

const landingPage = z.strictObject({
  headline: line(120),
  subheadline: line(240),
  sections: z
    .array(z.strictObject({ heading: line(120), body: paragraph }))
    .min(2)
    .max(10),
  callToAction: z.strictObject({ label: line(60), text: line(400) }),
  seo: z.strictObject({ title: line(70), description: line(170) }),
  note,
});

const faq = z.strictObject({
  title: line(150),
  items: z
    .array(z.strictObject({ question: line(240), answer: paragraph }))
    .min(2)
    .max(15),
  note,
});

/** The kinds of buttons that posts on a business's listing have. */
const postActions = ["book", "order", "shop", "learn_more", "sign_up", "call"] as const;

const gbpPost = z.strictObject({
  summary: line(1_500).describe("As much as a post on a business's listing may hold."),
  callToAction: z.strictObject({ type: z.enum(postActions), label: line(60) }),
  note,
});

const socialPost = z.strictObject({
  platform: platformSchema.nullable(),
  text: line(2_200).describe("As much as every platform takes."),
  hashtags: z.array(z.string().regex(/^#[\p{L}\p{N}_]{1,60}$/u)).max(15),
  imageIdea: line(300),
  note,
});

const reviewResponseTemplate = z.strictObject({
  templates: z
    .array(
      z.strictObject({
        situation: z.enum(["positive", "neutral", "negative"]),
        text: paragraph.describe("{customer_name} and {detail} are to be filled in."),
      }),
    )
    .min(3)
    .max(9),
  note,
});

const blogOutline = z.strictObject({
  title: line(150),
  introduction: paragraph,
  sections: z
    .array(z.strictObject({ heading: line(150), points: z.array(line(300)).min(1).max(8) }))
    .min(2)
    .max(12),
  conclusion: paragraph,
  keywords: z.array(line(80)).max(15),
  note,
});

export const contentForms = {
  landing_page: landingPage,
  faq,
  gbp_post: gbpPost,
  social_post: socialPost,
  review_response_template: reviewResponseTemplate,
  blog_outline: blogOutline,
} as const satisfies Readonly<Record<ContentType, z.ZodObject>>;

/** A draft of some type. */
export type Draft<Type extends ContentType = ContentType> = z.output<(typeof contentForms)[Type]>;

/** One as its composer writes it, before anybody knows what is to be noted on it. */
export type UnnotedDraft<Type extends ContentType> = Omit<Draft<Type>, "note">;
