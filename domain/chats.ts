/** What a business asks in its chat and what it is answered: a question takes a unit of the day, and gives it back where no answer comes. */
import { z } from "zod";
import { found, noBuckets, put, type Buckets } from "./buckets";
import { usedUpToday } from "./day-quota";
import { aggregate, type Decision } from "./fold/aggregate";
import { defineEvents, type EventsOf } from "./fold/event";
import { personal } from "./fold/personal";
import { utcDay } from "./utc-day";

/** What a question is about (interface specification, POST /chat): it decides which facts it is answered from. */
export const chatContexts = ["general", "competitors", "reviews", "content", "marketing"] as const;
export const chatContextSchema = z.enum(chatContexts);
export type ChatContext = z.output<typeof chatContextSchema>;

/** Why no answer came: the faults of generating. */
const chatFaults = ["failed", "timed_out", "unavailable"] as const;
export type ChatFault = (typeof chatFaults)[number];

const ofQuestion = { businessId: z.string(), accountId: z.string(), questionId: z.string() };

export const chatEvents = defineEvents({
  ChatAsked: z.object({
    ...ofQuestion,
    context: chatContextSchema,
    message: personal(z.string()),
    /** The UTC day of it is the one that it counts for. */
    askedAt: z.iso.datetime(),
    /** From then on nobody is working at it any more, and it counts for nothing. */
    expiresAt: z.iso.datetime(),
  }),
  ChatAnswered: z.object({
    ...ofQuestion,
    answerId: z.string(),
    /** Null where it may repeat what is not to be kept as long as the business: the texts of reviews. */
    message: personal(z.string()).nullable(),
    provider: z.string(),
    model: z.string().nullable(),
    /** As the model's server counted them; null where none was asked, or it did not say. */
    tokens: z.object({ input: z.number().int(), output: z.number().int() }).nullable(),
    answeredAt: z.iso.datetime(),
  }),
  /** `costs`: the model had answered, with what is no answer, and the unit is used. */
  ChatFailed: z.object({ ...ofQuestion, fault: z.enum(chatFaults), costs: z.boolean().optional() }),
});
export type ChatEvent = EventsOf<typeof chatEvents>;
type DataOf<Type extends ChatEvent["type"]> = Extract<ChatEvent, { type: Type }>["data"];
type Asked = DataOf<"ChatAsked">;

/** A question with the answer to it. */
export interface Turn {
  readonly questionId: string;
  readonly context: ChatContext;
  readonly question: string;
  readonly answer: string;
  readonly answerId: string;
  readonly provider: string;
  /** ISO instant. */
  readonly answeredAt: string;
}

export interface Chats {
  /** By question id: yet to be answered. */
  readonly open: ReadonlyMap<string, Asked>;
  /** The newest UTC day of which a question used its unit, and how many did. */
  readonly day: string;
  readonly usedThatDay: number;
  /** The newest turns, oldest first. */
  readonly turns: readonly Turn[];
  /** The newest questions that were answered, by id: most of their answers are not remembered. */
  readonly answered: Buckets<true>;
}

/** Of all contexts together. */
const TURNS_REMEMBERED = 12;
/** In each of the 256 buckets. */
const ANSWERED_REMEMBERED = 16;

export const chats = aggregate({
  category: "chats",
  owner: "business",
  events: chatEvents,
  initial: { open: new Map(), day: "", usedThatDay: 0, turns: [], answered: noBuckets },
  evolve: (state, event): Chats => {
    const { questionId } = event.data;
    if (event.type === "ChatAsked") {
      const { askedAt } = event.data;
      const open = new Map([...state.open].filter(([, { expiresAt }]) => expiresAt > askedAt));
      return { ...state, open: open.set(questionId, event.data) };
    }
    const asked = state.open.get(questionId);
    const open = new Map(state.open);
    open.delete(questionId);
    if (asked === undefined || (event.type === "ChatFailed" && event.data.costs !== true)) return { ...state, open };
    const used = { ...counted(state, utcDay(asked.askedAt)), open };
    if (event.type === "ChatFailed") return used;
    const answered = put(state.answered, questionId, true, ANSWERED_REMEMBERED);
    return { ...used, turns: withTurn(state.turns, asked, event.data), answered };
  },
});

function counted(state: Chats, day: string): Chats {
  if (day < state.day) return state;
  return { ...state, day, usedThatDay: day === state.day ? state.usedThatDay + 1 : 1 };
}

function withTurn(
  turns: readonly Turn[],
  { context, message: question }: Asked,
  { questionId, answerId, message: answer, provider, answeredAt }: DataOf<"ChatAnswered">,
): readonly Turn[] {
  if (answer === null) return turns;
  const turn = { questionId, context, question, answer, answerId, provider, answeredAt };
  return [...turns, turn].slice(-TURNS_REMEMBERED);
}

type ChatDecision = Decision<Chats, ChatEvent>;

/** Units of the UTC day of `now` (an ISO instant) that are taken: by answers, and by questions that somebody is working at. */
export function chatUnitsUsed({ open, day, usedThatDay }: Chats, now: string): number {
  const today = utcDay(now);
  const pending = [...open.values()].filter((one) => utcDay(one.askedAt) === today && one.expiresAt > now);
  return pending.length + (day === today ? usedThatDay : 0);
}

/** Takes a unit of the day for a question. `expiresAt` is when it counts for nothing any more unless it was answered. */
export const askChat =
  (question: Omit<Asked, "askedAt">, { now, quota }: { readonly now: string; readonly quota: number }): ChatDecision =>
  (state) => {
    if (state.open.has(question.questionId)) return [];
    const used = chatUnitsUsed(state, now);
    if (used < quota) return [{ type: "ChatAsked", data: { ...question, askedAt: now } }];
    const sentence = `The plan allows ${quota} questions a day.`;
    return usedUpToday("chat_limit_reached", sentence, { name: "chatMessagesPerDay", limit: quota, used }, now);
  };

/** Whether somebody is still working at it at `now`, an ISO instant. */
export const isOpen = ({ open }: Chats, questionId: string, now: string): boolean =>
  (open.get(questionId)?.expiresAt ?? "") > now;

/** Whether it was answered, also where its answer is remembered no more. */
export const isAnswered = ({ answered }: Chats, questionId: string): boolean =>
  found(answered, questionId) !== undefined;

export type ChatAnswer = Pick<DataOf<"ChatAnswered">, "answerId" | "message" | "provider" | "model" | "tokens">;

/** Nothing is said of a question that is over: its unit was given back. */
export const answerChat =
  (questionId: string, answer: ChatAnswer, now: string): ChatDecision =>
  (state) => {
    const asked = state.open.get(questionId);
    if (asked === undefined || !isOpen(state, questionId, now)) return [];
    const { businessId, accountId } = asked;
    return [{ type: "ChatAnswered", data: { businessId, accountId, questionId, ...answer, answeredAt: now } }];
  };

/** Gives the unit back, unless it `costs` all the same. */
export const failChat =
  (questionId: string, fault: ChatFault, costs = false): ChatDecision =>
  ({ open }) => {
    const asked = open.get(questionId);
    if (asked === undefined) return [];
    const { businessId, accountId } = asked;
    return [{ type: "ChatFailed", data: { businessId, accountId, questionId, fault, ...(costs ? { costs } : {}) } }];
  };

/** How long somebody goes on talking about the same. */
const CONVERSATION_MINUTES = 60;
const TURNS_RECALLED = 4;

/** What was said last in a context, for whoever answers next; oldest first. */
export function recentTurns({ turns }: Chats, context: ChatContext, now: string): readonly Turn[] {
  const since = new Date(Date.parse(now) - CONVERSATION_MINUTES * 60_000).toISOString();
  return turns.filter((turn) => turn.context === context && turn.answeredAt > since).slice(-TURNS_RECALLED);
}
