/** What a completion says, from the published form of chat completions: its text, why it ended, and what it took. */
import { z } from "zod";
import { GenerationError } from "../generation";

const count = z.number().int().min(0).max(2_147_483_647);
const modelForm = z.string().min(1).max(200).nullish().catch(null);
const usageForm = z.object({ prompt_tokens: count, completion_tokens: count }).nullish().catch(null);
const completionForm = z.object({
  model: modelForm,
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: usageForm,
});
/** One piece of a completion that is told while it is written. The one with the usage has no choice. */
const pieceForm = z.object({
  model: modelForm,
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        delta: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish(),
      }),
    )
    .nullish(),
  usage: usageForm,
});

export interface Tokens {
  readonly input: number;
  readonly output: number;
}

export interface Completion {
  /** As the server names it, where it does. */
  readonly model: string | null;
  readonly text: string;
  /** Whether it goes on behind the bound that was asked for. */
  readonly isCut: boolean;
  readonly tokens: Tokens | null;
  /** Why the text cannot be used; undefined where it can. */
  readonly fault: string | undefined;
}

/** Far more than the longest answer that is asked for. */
const TEXT_CHARS_MAX = 100_000;
export const TOO_LONG = "The model's answer is longer than it may be.";

/** Throws GenerationError where it is no completion. */
export function readCompletion(json: unknown): Completion {
  const parsed = completionForm.safeParse(json);
  const [choice] = parsed.data?.choices ?? [];
  if (!parsed.success || choice === undefined)
    throw new GenerationError("failed", "The model's server gave an answer that is no chat completion.");
  const { model = null, usage } = parsed.data;
  const { content, refusal = null } = choice.message;
  return toCompletion({
    ...{ model, content: content ?? "", isRefused: refusal !== null },
    ...{ finishReason: choice.finish_reason ?? null, tokens: tokensOf(usage) },
  });
}

/**
 * Puts together what comes in pieces, and reads no further than an answer may be long. Throws GenerationError where they are
 * none of a completion, or end before it does.
 */
export async function gatherCompletion(pieces: AsyncIterable<unknown>): Promise<Completion> {
  const said: Said = { model: null, content: "", isRefused: false, finishReason: null, tokens: null };
  for await (const piece of pieces) {
    const { success, data } = pieceForm.safeParse(piece);
    if (!success) throw new GenerationError("failed", "The model's server told a piece that is none of a completion.");
    const [choice] = data.choices ?? [];
    said.model ??= data.model ?? null;
    said.content += choice?.delta?.content ?? "";
    // Servers that refuse nothing write it as an empty text as well.
    said.isRefused ||= (choice?.delta?.refusal ?? "") !== "";
    said.finishReason ??= choice?.finish_reason ?? null;
    // Of those that count as they go, the last one holds.
    said.tokens = tokensOf(data.usage) ?? said.tokens;
    if (said.content.length > TEXT_CHARS_MAX) throw new GenerationError("failed", TOO_LONG, undefined, true);
  }
  if (said.finishReason === null) throw new GenerationError("failed", "The model's answer has no end.");
  return toCompletion(said);
}

interface Said {
  model: string | null;
  content: string;
  isRefused: boolean;
  finishReason: string | null;
  tokens: Tokens | null;
}

function toCompletion({ model, content, isRefused, finishReason, tokens }: Said): Completion {
  const text = storable(content);
  const isCut = finishReason === "length";
  return { model, text, isCut, tokens, fault: faultIn(text, isRefused || finishReason === "content_filter") };
}

const tokensOf = (usage: z.infer<typeof usageForm>): Tokens | null =>
  usage === null || usage === undefined ? null : { input: usage.prompt_tokens, output: usage.completion_tokens };

function faultIn(text: string, isRefused: boolean): string | undefined {
  if (isRefused) return "The model refused to answer.";
  if (text === "") return "The model answered nothing.";
  return text.length > TEXT_CHARS_MAX ? TOO_LONG : undefined;
}

/** Without characters that no store or page can hold. */
const storable = (text: string): string => text.replace(/[^\P{Cc}\n\t]|\p{Surrogate}/gu, "").trim();

export const added = (left: Tokens | null, right: Tokens | null): Tokens | null =>
  left === null || right === null
    ? (left ?? right)
    : { input: left.input + right.input, output: left.output + right.output };
