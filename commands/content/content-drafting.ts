/** Carries a request for drafts from the reservation of its units to what was written, or to their return. */
import { askedOf, CONTENT_INSTRUCTIONS } from "../../domain/content/instructions";
import type { Brief } from "../../domain/content/brief";
import type { Length } from "../../domain/content/choices";
import { composeDraft } from "../../domain/content/compose";
import { contentForms } from "../../domain/content/forms";
import {
  content,
  openContent,
  requestContent,
  settleContent,
  type ContentAsked,
  type ContentEvent,
  type ContentRequest,
  type ContentState,
  type GeneratedContent,
} from "../../domain/content";
import type { Recorded } from "../../domain/fold/event";
import { isRefusal, type Refusal } from "../../domain/fold/refusal";
import type { Context } from "../../infra/http/endpoint";
import { Failure } from "../../infra/http/failure";
import { GenerationError, type Generated } from "../../infra/generation/generation";
import { paidInVain } from "./generating";
import { storableText } from "../shown-text";

/** The statuses of what can go wrong between the two, beside what {@link generationFails} has. */
export const draftingFails = { content_in_progress: 409 };

export interface Reserved {
  readonly request: ContentRequest;
  /** Tells the attempts under one Idempotency-Key apart. */
  readonly attempt: number;
  /** What an earlier request under the same Idempotency-Key has got written. */
  readonly written: Written | null;
}
export interface Written {
  readonly event: Recorded<Extract<ContentEvent, { type: "ContentGenerated" }>>;
  readonly state: ContentState;
}

const steps = (attempt: number) => ({ request: `request ${attempt}`, settle: `settle ${attempt}` });

/** Whether units can be reserved that no earlier request under the same Idempotency-Key has reserved. */
export async function canReserve(
  context: Context<"business">,
  asked: () => ContentAsked,
  quota: number,
): Promise<boolean> {
  const { execute, business, now } = context;
  const before = await execute(content, business.id, () => [], { step: steps(0).request });
  if (isRefusal(before) || before.events.length > 0) return false;
  return !isRefusal(requestContent(asked(), { now: now.toISOString(), quota })(before.state));
}

/**
 * Reserves units, once under an Idempotency-Key: a repetition finds what was written; what is under way is waited for by the
 * client (a 409 Failure), and what failed or was abandoned is asked for anew, unless the model was paid for it.
 */
export async function reserve(
  context: Context<"business">,
  asked: () => ContentAsked,
  quota: number,
): Promise<Refusal | Reserved> {
  const { business } = context;
  const now = context.now.toISOString();
  for (let attempt = 0; ; attempt += 1) {
    const { request: step, settle } = steps(attempt);
    const executed = await context.execute(content, business.id, requestContent(asked(), { now, quota }), { step });
    if (isRefusal(executed)) return executed;
    const [event] = executed.events;
    if (event?.type !== "ContentRequested") throw new Error("A request for drafts was reserved and is not there.");
    const request = event.data;
    if (!executed.repeated) return { request, attempt, written: null };
    const settled = await context.execute(content, business.id, () => [], { step: settle });
    if (isRefusal(settled)) return settled;
    const [outcome] = settled.events;
    if (outcome?.type === "ContentGenerated")
      return { request, attempt, written: { event: outcome, state: settled.state } };
    if (outcome?.type === "ContentFailed" && (outcome.data.used ?? 0) > 0) throw paidInVain();
    const open = openContent(settled.state, request.requestId, now);
    if (open !== undefined) throw underWay(open, now);
  }
}

function underWay({ expiresAt }: ContentRequest, now: string): Failure {
  const seconds = Math.ceil((Date.parse(expiresAt) - Date.parse(now)) / 1_000);
  const sentence = "A request with this Idempotency-Key was begun and has not ended; it ends by itself.";
  return new Failure(409, "content_in_progress", sentence, {}, { "retry-after": String(seconds) });
}

/** Everything of what was written but the reservation's own ids. */
export type Writing = Omit<GeneratedContent, "businessId" | "accountId" | "requestId" | "generatedAt">;

/** Appends what `write` gives, or gives the units back that the model was not paid for, and throws what went wrong. */
export async function settle(
  context: Context<"business">,
  { request, attempt }: Reserved,
  write: (failing: (reason: "source_page" | "generation") => void) => Promise<Writing>,
): Promise<Refusal | Written> {
  const { businessId, accountId, requestId } = request;
  const ids = { businessId, accountId, requestId };
  const { settle: step } = steps(attempt);
  const now = () => context.services.clock.now().toISOString();
  let reason: "source_page" | "generation" = "source_page";
  let writing: Writing;
  try {
    writing = await write((next) => (reason = next));
  } catch (error) {
    const { cause, used } = error instanceof NoDrafts ? error : { cause: error, used: 0 };
    const data = { ...ids, reason, ...(used > 0 ? { used } : {}) };
    const failed = settleContent({ type: "ContentFailed", data }, now());
    // Where that cannot be recorded, the reservation ends by itself; the first error is the one to answer with.
    await context.execute(content, businessId, failed, { step }).catch(() => undefined);
    throw cause;
  }
  const generated = { type: "ContentGenerated", data: { ...ids, ...writing, generatedAt: now() } } as const;
  const executed = await context.execute(content, businessId, settleContent(generated, now()), { step });
  if (isRefusal(executed)) return executed;
  const [event] = executed.events;
  if (event?.type !== "ContentGenerated") throw new Error("Drafts were written and are not there.");
  return { event, state: executed.state };
}

const OUTPUT_TOKENS_MAX: Readonly<Record<Length, number>> = { short: 1_000, medium: 2_500, long: 6_000 };

export interface Drafting {
  readonly generationIds: readonly string[];
  readonly brief: Omit<Brief, "variation">;
  readonly feedback: string | null;
  readonly previousOutput: unknown;
}

/** What went wrong, and for how many drafts the model is paid all the same. */
class NoDrafts extends Error {
  constructor(
    override readonly cause: unknown,
    readonly used: number,
  ) {
    super("There are no drafts.");
  }
}

/** One draft for each id, side by side; where one of them cannot be had, the others are given up. For {@link settle}. */
export async function drafted(
  { services: { generation } }: Context<"business">,
  { generationIds, brief: common, feedback, previousOutput }: Drafting,
): Promise<Pick<Writing, "provider" | "model" | "drafts">> {
  const { source, type, facts, length } = common;
  const givingUp = new AbortController();
  const untrusted = [
    ...(source === null ? [] : [{ label: "source page", text: JSON.stringify(source) }]),
    ...(previousOutput === undefined ? [] : [{ label: "earlier draft", text: JSON.stringify(previousOutput) }]),
  ];
  const one = async (variation: number): Promise<Generated> => {
    const brief = { ...common, variation };
    return generation.generate(
      {
        ...{ task: "content", instructions: CONTENT_INSTRUCTIONS, facts, untrusted, signal: givingUp.signal },
        messages: [{ role: "user", text: askedOf(brief, generationIds.length, feedback) }],
        answer: { name: type, schema: contentForms[type] },
        outputTokensMax: OUTPUT_TOKENS_MAX[length],
      },
      () => composed(brief),
    );
  };
  const failures: unknown[] = [];
  const ended = await Promise.all(
    generationIds.map((_id, variation) =>
      one(variation).catch((error: unknown) => {
        failures.push(error);
        givingUp.abort();
        return null;
      }),
    ),
  );
  const all = ended.filter((generated) => generated !== null);
  if (failures.length > 0) throw new NoDrafts(failures[0], paidFor(all, failures));
  const [{ provider, model }] = all as [Generated, ...Generated[]];
  const drafts = generationIds.map((generationId, at) => ({ generationId, content: kept(all[at]?.structured) }));
  return { provider, model, drafts };
}

/** Where the model had answered before the others were given up, those were being written too. */
function paidFor(drafts: readonly Generated[], failures: readonly unknown[]): number {
  const costs = (error: unknown): boolean => error instanceof GenerationError && error.costs;
  const written = drafts.filter(({ model }) => model !== null).length;
  return written + (costs(failures[0]) ? failures.length : failures.filter(costs).length);
}

function composed(brief: Brief) {
  const structured = composeDraft(brief);
  return { text: JSON.stringify(structured), structured };
}

/** As JSON, without characters that cannot be stored or shown. */
const kept = (structured: unknown): string =>
  JSON.stringify(structured, (_name, value: unknown) =>
    typeof value === "string" ? storableText(value, value.length) : value,
  );
