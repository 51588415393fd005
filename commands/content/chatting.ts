/** One question in the chat from its unit of the day to its answer: what is reserved, asked once, and recorded. */
import { composeAnswer } from "../../domain/chat/compose";
import { chatInstructions } from "../../domain/chat/instructions";
import {
  answerChat,
  askChat as ask,
  chats,
  chatUnitsUsed,
  failChat,
  isAnswered,
  isOpen,
  recentTurns,
  type ChatContext,
  type Chats,
  type Turn,
} from "../../domain/chats";
import { isRefusal, type Refusal } from "../../domain/fold/refusal";
import type { Context } from "../../infra/http/endpoint";
import { Failure } from "../../infra/http/failure";
import { GenerationError, type Generated, type GenerationRequest } from "../../infra/generation/generation";
import { chatFacts } from "../../read-api/grounding/chat-facts";
import { newestReviewTexts } from "../../read-api/grounding/review-texts";
import { paidInVain, reservedUntil } from "./generating";
import { planQuota } from "../account/plan-quota";

type Asking = Context<"business">;

export interface Question {
  readonly message: string;
  readonly context: ChatContext;
}

/** `null` for a dry run, which asks nobody. */
interface Asked {
  readonly answer: {
    readonly id: string;
    readonly content: string;
    readonly provider: string;
    readonly at: string;
  } | null;
  readonly usage: { readonly used: number; readonly limit: number };
}

const OUTPUT_TOKENS_MAX = 700;
/** Where praise is looked for. */
const GOOD_STARS = 4;

/** Stands behind an answer that its bound has cut off. */
const CUT = " […]";

/** Throws a GenerationError where no answer comes: the unit was given back then, unless the model was paid all the same. */
export async function askInChat(context: Asking, question: Question): Promise<Refusal | Asked> {
  const limit = planQuota(context.account, "chatMessagesPerDay");
  const reserved = await reserve(context, question, limit);
  if (isRefusal(reserved)) return reserved;
  const { questionId, state, step, turn } = reserved;
  const used = (after: Chats) => ({ used: chatUnitsUsed(after, context.now.toISOString()), limit });
  if (turn !== undefined) return { answer: answerOf(turn), usage: used(state) };
  if (context.dryRun) return { answer: null, usage: used(state) };
  const giveBack = async (error: unknown): Promise<never> => {
    const { fault, costs } = error instanceof GenerationError ? error : { fault: "failed" as const, costs: false };
    const decide = failChat(questionId, fault, costs);
    // Where that cannot be written either, the unit comes back by itself; the first error is the one to answer with.
    await context.execute(chats, context.business.id, decide, { step: failing(step) }).catch(() => undefined);
    throw error;
  };
  const { generated, keeps } = await generate(context, question, state).catch(giveBack);
  const answerId = context.services.ids.next();
  const { provider, model, tokens } = generated;
  const text = generated.isCut ? `${generated.text}${CUT}` : generated.text;
  const at = context.services.clock.now().toISOString();
  const answer = { answerId, message: keeps ? text : null, provider, model, tokens };
  const decide = answerChat(questionId, answer, at);
  const executed = await context.execute(chats, context.business.id, decide, { step: `${step} answered` });
  if (isRefusal(executed)) return executed;
  if (executed.events.length === 0) throw new GenerationError("timed_out", "The answer came after its time was over.");
  return { answer: { id: answerId, content: text, provider, at }, usage: used(executed.state) };
}

const answerOf = ({ answerId: id, answer: content, provider, answeredAt: at }: Turn) => ({ id, content, provider, at });

interface Reserved {
  readonly questionId: string;
  readonly state: Chats;
  /** Names what this attempt writes. */
  readonly step: string;
  /** A first attempt was answered, and died before it could tell so. */
  readonly turn: Turn | undefined;
}

/**
 * Takes a unit of the day. Under a repeated Idempotency-Key it is the same question: while an attempt may be at work it is not
 * asked a second time, its answer is given again where it was kept, and where it came to nothing the question is asked anew,
 * unless the model was paid for that nothing.
 */
async function reserve(
  context: Asking,
  { message, context: about }: Question,
  quota: number,
): Promise<Refusal | Reserved> {
  const { account, business, services, now } = context;
  const ids = { businessId: business.id, accountId: account.id };
  for (let attempt = 0; ; attempt += 1) {
    const step = `question ${attempt}`;
    const asked = { ...ids, questionId: services.ids.next(), context: about, message, expiresAt: reservedUntil(now) };
    const decide = ask(asked, { now: now.toISOString(), quota });
    const executed = await context.execute(chats, business.id, decide, { step });
    if (isRefusal(executed)) return executed;
    const questionId = executed.events[0]?.data.questionId ?? asked.questionId;
    const { state } = executed;
    const turn = state.turns.find((one) => one.questionId === questionId);
    if (!executed.repeated || turn !== undefined) return { questionId, state, step, turn };
    if (isAnswered(state, questionId)) throw notKept();
    if (await wasPaid(context, step)) throw paidInVain();
    if (isOpen(state, questionId, now.toISOString())) throw underWay();
  }
}

const failing = (step: string): string => `${step} failed`;

/** Whether the question of this step has failed, and took its unit all the same. */
async function wasPaid(context: Asking, step: string): Promise<boolean> {
  const told = await context.execute(chats, context.business.id, () => [], { step: failing(step) });
  return !isRefusal(told) && told.events.some(({ type, data }) => type === "ChatFailed" && data.costs === true);
}

/** The status of what can go wrong beside what {@link generationFails} has. */
export const chattingFails = { chat_answer_not_kept: 409 };

/** Its unit is used and its answer was paid for: it is not asked a second time. */
const notKept = () =>
  new Failure(
    409,
    "chat_answer_not_kept",
    "The question was answered and its answer is not kept; ask again under another Idempotency-Key.",
  );

const underWay = () =>
  new Failure(
    409,
    "idempotency_in_progress",
    "A request with this Idempotency-Key is still under way.",
    {},
    { "retry-after": "5" },
  );

/** An answer that may repeat the texts of reviews is not kept: those are gone after some days, and it would stay. */
async function generate(
  context: Asking,
  { message, context: about }: Question,
  state: Chats,
): Promise<{ readonly generated: Generated; readonly keeps: boolean }> {
  const facts = await chatFacts(context, about);
  const untrusted = await textsFor(context, about);
  const request: GenerationRequest = {
    task: "chat",
    instructions: chatInstructions(about),
    messages: [
      ...recentTurns(state, about, context.now.toISOString()).flatMap(
        ({ question, answer }): GenerationRequest["messages"] => [
          { role: "user", text: question },
          { role: "assistant", text: answer },
        ],
      ),
      { role: "user", text: message },
    ],
    facts,
    untrusted,
    answer: null,
    outputTokensMax: OUTPUT_TOKENS_MAX,
  };
  const compose = () => ({ text: composeAnswer(message, facts), structured: null });
  return { generated: await context.services.generation.generate(request, compose), keeps: untrusted.length === 0 };
}

const textsFor = (context: Asking, about: ChatContext) => {
  if (about === "reviews") return newestReviewTexts(context);
  return about === "content" ? newestReviewTexts(context, GOOD_STARS) : Promise.resolve([]);
};
