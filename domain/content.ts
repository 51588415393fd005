/** The drafts that a business asks for: units of the day are reserved, and then used by what was written or given back. */
import { z } from "zod";
import { found, noBuckets, put, type Buckets } from "./buckets";
import { contentTypeSchema, lengthSchema, platformSchema, presetCategorySchema, toneSchema } from "./content/choices";
import { dataCoverageSchema } from "./content/facts";
import { usedUpToday } from "./day-quota";
import { aggregate, type Decision } from "./fold/aggregate";
import { defineEvents, type EventsOf } from "./fold/event";
import { personal } from "./fold/personal";
import { refuse } from "./refusals";
import { utcDay } from "./utc-day";

const ofRequest = { businessId: z.string(), accountId: z.string(), requestId: z.string() };

/** What a page that the caller named is, in the words of whoever keeps it. */
const sourcePageSchema = z.object({
  url: personal(z.string()),
  title: personal(z.string()).nullable(),
  description: personal(z.string()).nullable(),
  wordCount: z.number().int(),
  excerptPreview: personal(z.string()),
});

export const contentEvents = defineEvents({
  /** Its units are taken until it ends, or until it expires. */
  ContentRequested: z.object({
    ...ofRequest,
    /** One for each variation. */
    generationIds: z.array(z.string()),
    /** What it refines; null where it refines nothing, or nothing that is known here. */
    refinedId: z.string().nullable(),
    /** The draft that its chain of refinements began with, where that is another one than what it refines. */
    rootId: z.string().optional(),
    /** Of the variations, how many are free refinements; the others count for the day. */
    free: z.number().int(),
    /** The UTC day for which they count. */
    day: z.iso.date(),
    requestedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  }),
  ContentGenerated: z.object({
    ...ofRequest,
    type: contentTypeSchema,
    presetCategory: presetCategorySchema,
    tone: toneSchema,
    length: lengthSchema,
    platform: platformSchema.nullable(),
    topic: personal(z.string()).nullable(),
    sourcePage: sourcePageSchema.nullable(),
    refinement: z.object({ feedbackLength: z.number().int(), sourceGenerationId: z.string().nullable() }).nullable(),
    /** The draft that the chain of refinements began with; without it, each of these drafts begins one. */
    rootId: z.string().optional(),
    dataCoverage: dataCoverageSchema,
    provider: z.string(),
    model: z.string().nullable(),
    /** `content` is JSON of the type's form. */
    drafts: z.array(z.object({ generationId: z.string(), content: personal(z.string()) })),
    generatedAt: z.iso.datetime(),
  }),
  /** Its units are given back, but for those of `used` variations that the model was paid for all the same. */
  ContentFailed: z.object({
    ...ofRequest,
    reason: z.enum(["source_page", "generation"]),
    used: z.number().int().optional(),
  }),
});
export type ContentEvent = EventsOf<typeof contentEvents>;
type DataOf<Type extends ContentEvent["type"]> = Extract<ContentEvent, { type: Type }>["data"];
export type ContentRequest = DataOf<"ContentRequested">;
export type GeneratedContent = DataOf<"ContentGenerated">;

export interface ContentState {
  /** The newest UTC day on which something was asked for. */
  readonly day: string;
  /** Units of that day that were used. */
  readonly used: number;
  /** By the draft that a chain of refinements began with: free ones of the chain that were used on that day. */
  readonly freed: ReadonlyMap<string, number>;
  /** By request id: neither generated nor failed. Those that have expired count for nothing. */
  readonly open: ReadonlyMap<string, ContentRequest>;
  /** Of the newest drafts, by id, the root of each: what was written long ago is known from elsewhere. */
  readonly drafts: Buckets<string>;
}

/** Of each of the 256 buckets. */
const DRAFTS_MAX = 16;

export const content = aggregate({
  category: "content",
  owner: "business",
  events: contentEvents,
  initial: { day: "", used: 0, freed: new Map(), open: new Map(), drafts: noBuckets },
  evolve: (state, event): ContentState => {
    if (event.type === "ContentRequested") return requested(state, event.data);
    const request = state.open.get(event.data.requestId);
    const open = new Map(state.open);
    open.delete(event.data.requestId);
    if (request === undefined) return { ...state, open };
    if (event.type === "ContentFailed") return { ...withUsed(state, partOf(request, event.data.used ?? 0)), open };
    return { ...withUsed(state, request), open, drafts: withDrafts(state.drafts, event.data, rootOf(request)) };
  },
});

/** A day that has ended never comes back, whichever process's clock says so. */
function requested(state: ContentState, request: ContentRequest): ContentState {
  const { day } = request;
  const before = day > state.day ? { ...state, day, used: 0, freed: new Map<string, number>() } : state;
  const open = [...before.open].filter(([, one]) => one.expiresAt > request.requestedAt);
  return { ...before, open: new Map(open).set(request.requestId, request) };
}

function withUsed(state: ContentState, request: ContentRequest): ContentState {
  if (request.day !== state.day) return state;
  const used = state.used + unitsOf(request);
  const root = rootOf(request);
  if (root === null || request.free === 0) return { ...state, used };
  const freed = new Map(state.freed).set(root, (state.freed.get(root) ?? 0) + request.free);
  return { ...state, used, freed };
}

/** Free variations are used before the others. */
const partOf = (request: ContentRequest, variations: number): ContentRequest => ({
  ...request,
  generationIds: request.generationIds.slice(0, variations),
  free: Math.min(request.free, variations),
});

const withDrafts = (known: Buckets<string>, { drafts }: GeneratedContent, root: string | null): Buckets<string> =>
  drafts.reduce((all, { generationId }) => put(all, generationId, root ?? generationId, DRAFTS_MAX), known);

/** What its free refinements are counted by: else each of them would be a source with free ones of its own. */
const rootOf = ({ refinedId, rootId }: ContentRequest): string | null => rootId ?? refinedId;

const unitsOf = ({ generationIds, free }: ContentRequest): number => generationIds.length - free;

type ContentDecision = Decision<ContentState, ContentEvent>;

/** Of one source and UTC day (interface specification, Limits). */
export const FREE_REFINEMENTS_MAX = 3;
/** How long a request may take; after that its units are free again, whatever became of it. */
const REQUEST_MINUTES = 5;

interface Day {
  readonly day: string;
  readonly used: number;
  readonly freed: (rootId: string) => number;
}

/** What is used or reserved of the day that counts at `now`, an ISO instant. */
function dayAt(state: ContentState, now: string): Day {
  const day = utcDay(now) > state.day ? utcDay(now) : state.day;
  const open = [...state.open.values()].filter((one) => one.expiresAt > now && one.day === day);
  const isOfDay = day === state.day;
  const sum = (counted: readonly number[]) => counted.reduce((all, one) => all + one, 0);
  return {
    day,
    used: (isOfDay ? state.used : 0) + sum(open.map(unitsOf)),
    freed: (rootId) =>
      (isOfDay ? (state.freed.get(rootId) ?? 0) : 0) +
      sum(open.filter((one) => rootOf(one) === rootId).map(({ free }) => free)),
  };
}

/** Units of contentStudioDaily that are used at `now`; those of requests that are under way among them. */
export const contentUsed = (state: ContentState, now: string): number => dayAt(state, now).used;

/** The root of a draft that the business's own memory holds; an old one is in no memory and may still be its own. */
export const recentRoot = (state: ContentState, generationId: string): string | undefined =>
  found(state.drafts, generationId);

/** A draft of this business, and the one that its chain of refinements began with: itself where it refines nothing. */
export interface Refined {
  readonly id: string;
  readonly rootId: string;
}

/** `refines` is what is refined, where that is a draft of this business. */
export interface ContentAsked {
  readonly businessId: string;
  readonly accountId: string;
  readonly requestId: string;
  readonly generationIds: readonly string[];
  readonly refines: Refined | null;
}

/** Reserves a unit for each variation that is no free refinement; all of them or none. */
export const requestContent =
  (
    { generationIds, refines, ...ids }: ContentAsked,
    { now, quota }: { readonly now: string; readonly quota: number },
  ): ContentDecision =>
  (state) => {
    if (state.open.has(ids.requestId)) return [];
    const { day, used, freed } = dayAt(state, now);
    const left = refines === null ? 0 : Math.max(FREE_REFINEMENTS_MAX - freed(refines.rootId), 0);
    const free = Math.min(generationIds.length, left);
    if (used + generationIds.length - free > quota) {
      const sentence = `The plan allows ${quota} drafts a day; ${used} of them are used.`;
      return usedUpToday("content_limit_reached", sentence, { name: "contentStudioDaily", limit: quota, used }, now);
    }
    const expiresAt = new Date(Date.parse(now) + REQUEST_MINUTES * 60_000).toISOString();
    const root = refines === null || refines.rootId === refines.id ? {} : { rootId: refines.rootId };
    const reserved = { ...ids, generationIds: [...generationIds], refinedId: refines?.id ?? null, ...root, free, day };
    return [{ type: "ContentRequested", data: { ...reserved, requestedAt: now, expiresAt } }];
  };

/** The request, while it is neither answered nor expired. */
export function openContent({ open }: ContentState, requestId: string, now: string): ContentRequest | undefined {
  const request = open.get(requestId);
  return request !== undefined && request.expiresAt > now ? request : undefined;
}

/** What was written counts only while its units are still reserved: after that, others may have been given them. */
export const settleContent =
  (outcome: Exclude<ContentEvent, { type: "ContentRequested" }>, now: string): ContentDecision =>
  (state) => {
    const request = openContent(state, outcome.data.requestId, now);
    if (request !== undefined) return [outcome.type === "ContentGenerated" ? withRoot(outcome, request) : outcome];
    if (outcome.type === "ContentFailed") return [];
    return refuse("content_request_expired", "It took too long, and nothing of it was kept or counted; ask again.");
  };

function withRoot(outcome: Extract<ContentEvent, { type: "ContentGenerated" }>, request: ContentRequest): ContentEvent {
  const rootId = rootOf(request);
  return rootId === null ? outcome : { ...outcome, data: { ...outcome.data, rootId } };
}
