/** POST /api/v1/embeds: a read-only chart that others may look at, at an address of its own. */
import { z } from "zod";
import { findActive } from "../../domain/competitors";
import { createEmbed as create, embedMetricSchema, embeds, PLACES_MAX } from "../../domain/embeds";
import { isRefusal } from "../../domain/fold/refusal";
import { instantSchema } from "../../domain/instant";
import { refuse } from "../../domain/refusals";
import { Answer, apiKey, command } from "../../infra/http/endpoint";
import { invalid } from "../../infra/http/failure";
import { untilVisible } from "../../infra/http/visible";
import { embedView, viewOfEmbed } from "../../read-api/dealings/embed-view";
import { frameOriginSchema } from "./frame-origin";
import { planFails, planQuota } from "../account/plan-quota";
import { shownText } from "../shown-text";
import { loadTrackingBusiness } from "../competitors/tracking-business";

export const createEmbed = command({
  id: "create-embed",
  method: "POST",
  path: "/api/v1/embeds",
  access: apiKey("embeds:write"),
  on: "business",
  area: "embed",
  summary: "Share a chart",
  description:
    "Whoever has its address sees the stored days of the own listing and of these competitors, as they are when it is looked at, and nothing else of the business. The chart is there until it expires, is taken back (`DELETE /api/v1/embeds/{id}`), or its business is deleted.",
  body: z.strictObject({
    metric: embedMetricSchema.default("rating"),
    days: z.number().int().min(2).max(366).default(90).describe("How many days back, today included, in UTC."),
    own: z.boolean().default(true).describe("Whether the own listing is drawn."),
    competitorIds: z
      .array(z.string().max(100))
      .max(PLACES_MAX - 1)
      .default([])
      .describe("Tracked competitors; one that is not tracked any more is not drawn."),
    title: shownText(120).nullable().default(null),
    origins: z.array(frameOriginSchema).max(10).default([]).describe("Whose pages may frame it; no page unless named."),
    expiresAt: instantSchema.nullable().default(null),
  }),
  responds: { status: 201, body: z.strictObject({ embed: embedView }) },
  uses: ["embedsPerBusiness"],
  refusals: ["business_not_found", "competitor_not_found", "embed_quota_reached"],
  fails: planFails,
  example: { metric: "rating", days: 90, origins: ["https://harbour-cafe.example"], title: "How we are rated" },
  handle: async ({ body }, context) => {
    const { account, business, services, now } = context;
    const tracking = await loadTrackingBusiness(context);
    if (isRefusal(tracking)) return tracking;
    const competitorIds = [...new Set(body.competitorIds)];
    if (competitorIds.some((id) => findActive(tracking.roster, id) === undefined))
      return refuse("competitor_not_found", "There is no such competitor.");
    if (!body.own && competitorIds.length === 0)
      throw invalid([{ path: "competitorIds", message: "Expected at least one, where the own listing is not drawn." }]);
    const { expiresAt } = body;
    if (expiresAt !== null && expiresAt <= now.toISOString())
      throw invalid([{ path: "expiresAt", message: "Expected a moment to come." }]);
    const ids = { businessId: business.id, accountId: account.id, embedId: services.ids.next() };
    const { metric, days, own, title } = body;
    const embed = { ...ids, metric, days, own, competitorIds, title, origins: [...new Set(body.origins)], expiresAt };
    const decide = create(embed, { now: now.toISOString(), quota: planQuota(account, "embedsPerBusiness") });
    const executed = await context.execute(embeds, business.id, decide);
    if (isRefusal(executed)) return executed;
    if (context.dryRun) return new Answer(200, undefined);
    await untilVisible(context, ["embeds"], executed.position);
    const [created] = executed.events;
    if (created?.type !== "EmbedCreated") throw new Error("An embed was made and cannot be found.");
    const times = { createdAt: created.metadata.occurredAt, revokedAt: null };
    return { embed: viewOfEmbed({ ...created.data, ...times }, services) };
  },
});
