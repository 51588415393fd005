/** POST /api/admin/ai-answers: what AI engines answered about businesses, as a collector found it. */
import { z } from "zod";
import { aiVisibility, recordAiAnswer } from "../../domain/ai-visibility";
import { businesses } from "../../domain/businesses";
import { isRefusal } from "../../domain/fold/refusal";
import { instantSchema } from "../../domain/instant";
import { StreamErasedError } from "../../infra/command-runner/stream-erased-error";
import { action, Answer, collector, type Context } from "../../infra/http/endpoint";

const text = (charactersMax: number) => z.string().trim().min(1).max(charactersMax);
/** The name of a machine or a program, the same in every record. */
const word = z
  .string()
  .max(60)
  .regex(/^[a-z0-9][a-z0-9._-]*$/, "must be of small letters, digits, dots, dashes and underscores");

const answerSchema = z
  .strictObject({
    id: text(100).describe("Unique for the business; the same id again changes nothing."),
    businessId: text(100),
    checkId: text(100).describe("The run that it was found in: one check asks several engines several things."),
    engine: word,
    query: text(500).describe("What the engine was asked."),
    location: z
      .strictObject({ city: text(200), state: text(200).nullable().default(null) })
      .nullable()
      .default(null)
      .describe("Where it was asked for."),
    checkedAt: instantSchema,
    mentioned: z.boolean().describe("Whether the answer names the business."),
    position: z.number().int().min(1).max(1_000).nullable().default(null).describe("1 for the first that it names."),
    mentionText: text(2_000).nullable().default(null).describe("What it says of the business."),
    competitorsMentioned: z.array(text(300)).max(50).default([]),
    source: word.describe("Who found it."),
  })
  .refine(({ mentioned, position, mentionText }) => mentioned || (position === null && mentionText === null), {
    path: ["mentioned"],
    message: "must be true where there is a position or a text",
  });
type HandedIn = z.output<typeof answerSchema>;

const rejection = z.strictObject({ index: z.number().int(), id: z.string(), why: z.string() });
type Taken = { readonly changed: boolean; readonly position: number } | { readonly why: string };

export const recordAiAnswers = action({
  id: "record-ai-answers",
  method: "POST",
  path: "/api/admin/ai-answers",
  access: collector(),
  on: "none",
  area: "ai-visibility",
  summary: "Hand in answers of AI engines",
  description:
    "Each is recorded or rejected on its own; the same answer again changes nothing. docs/ai-visibility.md says what is made of them.",
  body: z.strictObject({ answers: z.array(answerSchema).min(1).max(200) }),
  bodyBytesMax: 2 * 1024 * 1024,
  responds: {
    status: 200,
    body: z.strictObject({
      received: z.number().int(),
      changed: z.number().int().describe("Answers that were not known yet."),
      unchanged: z.number().int(),
      rejected: z.number().int(),
      rejections: z.array(rejection),
      position: z.number().int().describe("For X-Service-Min-Position: reads from there on show what was recorded."),
    }),
  },
  // The answers' own ids tell repeated ones.
  idempotent: false,
  example: {
    answers: [
      {
        id: "answer-1",
        businessId: "01a2b3c4",
        checkId: "check-1",
        engine: "perplexity",
        query: "best coffee in Oslo",
        location: { city: "Oslo", state: null },
        checkedAt: "2026-01-31T12:00:00.000Z",
        mentioned: true,
        position: 2,
        mentionText: "Fjord Coffee is known for its own roast.",
        competitorsMentioned: ["Harbour Roasters"],
        source: "answer-collector",
      },
    ],
  },
  handle: async ({ body: { answers } }, context) => {
    const outcomes = await Promise.all(answers.map((answer) => taken(answer, context)));
    const recorded = outcomes.filter((one) => "changed" in one);
    const rejections = outcomes.flatMap((one, index) =>
      "why" in one ? [{ index, id: answers[index]?.id ?? "", why: one.why }] : [],
    );
    const position = recorded.reduce((newest, one) => Math.max(newest, one.position), 0);
    const changed = recorded.filter((one) => one.changed).length;
    const report = { received: answers.length, changed, unchanged: recorded.length - changed };
    return new Answer(
      200,
      { ...report, rejected: rejections.length, rejections, position },
      { "x-service-position": String(position) },
    );
  },
});

/** The answer's id names the command, so that the same answer again changes nothing. */
async function taken(handedIn: HandedIn, { services, principal, requestId, now }: Context): Promise<Taken> {
  const { id: answerId, businessId, ...found } = handedIn;
  const { state: business } = await services.runner.load(businesses, businessId);
  if (business.status !== "active") return { why: "There is no such business." };
  const { accountId } = business;
  const commandId = services.ids.derive("ai-answer", `${businessId} ${answerId}`);
  const kind = principal.kind === "collector" ? "collector" : "admin";
  const by = {
    actor: { kind, id: principal.id },
    correlationId: requestId,
    causationId: commandId,
    businessId,
  } as const;
  const decide = recordAiAnswer({ businessId, accountId, answerId, ...found }, now.toISOString());
  try {
    const executed = await services.runner.execute(aiVisibility, businessId, decide, {
      commandId,
      ...by,
      repeatedEvents: "left_out",
    });
    if (isRefusal(executed)) return { why: executed.message };
    return { changed: !executed.repeated, position: executed.position };
  } catch (error) {
    // The business was removed in between.
    if (error instanceof StreamErasedError) return { why: "There is no such business." };
    throw error;
  }
}
