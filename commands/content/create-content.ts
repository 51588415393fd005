/** POST /api/v1/content: drafts written from the business's stored facts, or a refinement of one. */
import { z } from "zod";
import { content, contentUsed, FREE_REFINEMENTS_MAX, recentRoot, type Refined } from "../../domain/content";
import { coverageOf, dataCoverageSchema } from "../../domain/content/facts";
import { readWishes } from "../../domain/content/wishes";
import { isRefusal } from "../../domain/fold/refusal";
import { planSchema, quotas } from "../../domain/plans";
import { Answer, apiKey, command, type Context } from "../../infra/http/endpoint";
import type { ContentRow } from "../../projections/content";
import { connectedView, contentItem, viewOfContent, writtenBy } from "../../read-api/content/content-view";
import { loadActiveBusiness } from "../business/active-business";
import {
  canReserve,
  drafted,
  draftingFails,
  reserve,
  settle,
  type Drafting,
  type Writing,
  type Written,
} from "./content-drafting";
import { contentFactsOf, contentFactTables } from "./content-facts";
import { contentRequest, typeOf, type ContentBody } from "./content-request";
import { readSource, type SourcePage } from "./content-source";
import { countToday } from "../account/count-today";
import { generationFails } from "./generating";

const usageView = z.strictObject({
  used: z.number().int().describe("Units of this UTC day that are used, these among them."),
  limit: z.number().int(),
});

export const createContent = command({
  id: "create-content",
  method: "POST",
  path: "/api/v1/content",
  access: { ...apiKey("content:write"), permission: "content_studio_generate" },
  on: "business",
  area: "content",
  summary: "Write drafts",
  description: `Written from stored facts alone; \`provider\` says by whom. Each variation is one unit of the day; what fails costs none unless a model is paid for it. ${FREE_REFINEMENTS_MAX} refinements of each draft of the business are free in a UTC day. docs/content.md states the rules.`,
  body: contentRequest,
  reads: contentFactTables,
  responds: {
    status: 201,
    body: z.strictObject({
      connected: connectedView,
      businessId: z.string(),
      ...writtenBy,
      generation: contentItem.describe("The first of `generations`."),
      generations: z.array(contentItem),
      variationCount: z.number().int(),
      freeRegenerationsApplied: z.number().int().describe("How many of them are free refinements."),
      usage: usageView,
      dataCoverage: z.strictObject(dataCoverageSchema.shape),
    }),
  },
  uses: ["contentStudioDaily", "sourcePagesPerDay"],
  refusals: ["business_not_found", "content_limit_reached", "content_request_expired"],
  fails: { ...generationFails, ...draftingFails },
  example: { type: "gbp_post", topic: "Autumn menu", tone: "friendly", length: "short", variationCount: 2 },
  handle: async ({ body }, context) => {
    const { account, business, services } = context;
    const active = await loadActiveBusiness(context);
    if (isRefusal(active)) return active;
    const limit = quotas[planSchema.parse(account.plan)].contentStudioDaily;
    const refines = await refinedBy(context, body);
    const asked = () => ({
      ...{ businessId: business.id, accountId: account.id, requestId: services.ids.next(), refines },
      generationIds: Array.from({ length: body.variationCount }, () => services.ids.next()),
    });
    const page = pageOf(context, body);
    // A page that cannot be read leaves no trace, and is none that can be had again for nothing.
    if (!context.dryRun && (await canReserve(context, asked, limit))) await page();
    const reserved = await reserve(context, asked, limit);
    if (isRefusal(reserved)) return reserved;
    // Nothing is fetched and nobody is asked for a text that nobody wants.
    if (context.dryRun) return new Answer(200, undefined);
    const { request } = reserved;
    const written =
      reserved.written ??
      (await settle(context, reserved, (failing) => write(context, { body, page, known: active, request }, failing)));
    if (isRefusal(written)) return written;
    const generations = itemsOf(written);
    const [generation] = generations;
    if (generation === undefined) throw new Error("No drafts were written.");
    const { provider, model, dataCoverage } = written.event.data;
    return {
      ...{ connected: active.placeId !== null, businessId: business.id, provider, model, generation, generations },
      ...{ variationCount: generations.length, freeRegenerationsApplied: request.free },
      usage: { used: contentUsed(written.state, services.clock.now().toISOString()), limit },
      dataCoverage,
    };
  },
});

/** What the request refines, where that is a draft of the business: its memory knows the newest, its table all of them. */
async function refinedBy(context: Context<"business">, body: ContentBody): Promise<Refined | null> {
  const { refinementFeedback, sourceGenerationId: id } = body;
  if (refinementFeedback === undefined || id === undefined) return null;
  const { business, services, read } = context;
  const recent = recentRoot((await services.runner.load(content, business.id)).state, id);
  if (recent !== undefined) return { id, rootId: recent };
  const row = await read<ContentRow>("content")
    .where({ business_id: business.id, generation_id: id })
    .first("generation_id", "root_id");
  return row === undefined ? null : { id: row.generation_id, rootId: row.root_id };
}

/** Reads the page that the request names, once; throws a Failure where it cannot be read, or too many were asked for today. */
function pageOf(context: Context<"business">, { sourceUrl }: ContentBody): () => Promise<SourcePage | null> {
  const { outbound } = context.services;
  const read = async (): Promise<SourcePage | null> => {
    if (sourceUrl === undefined) return null;
    const usedUp = await countToday(context, "sourcePagesPerDay");
    if (usedUp !== null) throw usedUp;
    return readSource(sourceUrl, { outbound });
  };
  let page: Promise<SourcePage | null> | undefined;
  return () => (page ??= read());
}

interface Job {
  readonly body: ContentBody;
  readonly page: () => Promise<SourcePage | null>;
  readonly known: Parameters<typeof contentFactsOf>[1];
  readonly request: Pick<Drafting, "generationIds">;
}

async function write(
  context: Context<"business">,
  { body, page: reading, known, request: { generationIds } }: Job,
  failing: (reason: "source_page" | "generation") => void,
): Promise<Writing> {
  const { presetCategory, tone, length, refinementFeedback: feedback = null, previousOutput } = body;
  const [platform, topic] = [body.platform ?? null, body.topic ?? null];
  const page = await reading();
  failing("generation");
  const { facts, hasListing } = await contentFactsOf(context, known);
  const chosen = { type: typeOf(body), presetCategory, tone, length, platform, topic };
  const wishes = feedback === null ? null : readWishes(feedback);
  const brief = { ...chosen, facts, source: page?.source ?? null, wishes };
  const drafts = await drafted(context, { generationIds, brief, feedback, previousOutput });
  return {
    ...chosen,
    ...drafts,
    sourcePage: page?.told ?? null,
    refinement:
      feedback === null
        ? null
        : { feedbackLength: feedback.length, sourceGenerationId: body.sourceGenerationId ?? null },
    dataCoverage: coverageOf(facts, hasListing, page !== null),
  };
}

/** As the history will show them. */
const itemsOf = ({ event: { data, metadata } }: Written) =>
  data.drafts.map(({ generationId, content: draft }, index) =>
    viewOfContent({
      ...{ generation_id: generationId, type: data.type, preset_category: data.presetCategory, topic: data.topic },
      ...{ content: draft, source_page: data.sourcePage, refinement: data.refinement },
      ...{ provider: data.provider, model: data.model },
      ...{ batch_index: index, batch_total: data.drafts.length },
      ...{ generated_at: data.generatedAt, created_at: metadata.occurredAt },
    }),
  );
