/** POST /api/v1/competitors: the business tracks a place from now on. */
import { z } from "zod";
import { add, competitors } from "../../domain/competitors";
import { isRefusal } from "../../domain/fold/refusal";
import { planSchema, quotas } from "../../domain/plans";
import { refuse } from "../../domain/refusals";
import { apiKey, command } from "../../infra/http/endpoint";
import { countToday } from "../account/count-today";
import { claimFields, claimOf } from "./competitor-claim";
import { loadTrackingBusiness } from "./tracking-business";

export const addCompetitor = command({
  id: "add-competitor",
  method: "POST",
  path: "/api/v1/competitors",
  access: apiKey("competitors:write"),
  on: "business",
  area: "competitor",
  summary: "Track a competitor",
  description:
    "Counts as one of the additions that the plan allows the account in a UTC day; what is refused counts none.",
  body: z.strictObject(claimFields),
  responds: {
    status: 201,
    body: z.strictObject({
      competitor: z.strictObject({
        id: z.string(),
        name: z.string(),
        placeId: z.string(),
        address: z.string().nullable(),
        website: z.string().nullable(),
        rating: z.number().nullable(),
        reviewCount: z.number().int().nullable(),
        createdAt: z.iso.datetime().describe("Since when it is tracked: of a reactivated one, since now."),
        reactivated: z.boolean().describe("The place was tracked before and is tracked again, under its first id."),
      }),
    }),
  },
  uses: ["competitorsPerBusiness", "competitorAdditionsPerDay"],
  refusals: [
    "business_not_found",
    "competitor_already_tracked",
    "competitor_is_own_place",
    "competitor_quota_reached",
    "competitor_not_found",
  ],
  example: {
    name: "Fjord Coffee",
    place_id: "place-4711",
    address: "Kirkegata 1, Oslo",
    rating: 4.4,
    review_count: 210,
  },
  handle: async ({ body }, context) => {
    const { account, business, services } = context;
    const tracking = await loadTrackingBusiness(context);
    if (isRefusal(tracking)) return tracking;
    const { ownPlaceId, roster } = tracking;
    const addition = {
      businessId: business.id,
      accountId: account.id,
      competitorId: services.ids.next(),
      placeId: body.place_id,
      claim: claimOf(body),
      ownPlaceId,
      quota: quotas[planSchema.parse(account.plan)].competitorsPerBusiness,
    };
    // What is refused anyway counts no addition; neither does what is tracked since a first attempt.
    const usedUp =
      context.dryRun || isRefusal(add(addition)(roster))
        ? null
        : await countToday(context, "competitorAdditionsPerDay");
    if (usedUp !== null) throw usedUp;
    const executed = await context.execute(competitors, business.id, add(addition));
    if (isRefusal(executed)) return executed;
    const event = executed.events[0];
    if (event === undefined || !("claim" in event.data))
      return refuse("competitor_not_found", "The competitor was removed meanwhile.");
    const { competitorId: id, placeId } = event.data;
    const reactivated = event.type === "CompetitorReactivated";
    return { competitor: { id, placeId, ...event.data.claim, createdAt: event.metadata.occurredAt, reactivated } };
  },
});
