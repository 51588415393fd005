/** The roster of one business: which places it tracks as competitors. No place twice, none beyond the plan's quota. */
import { z } from "zod";
import { aggregate, type Decision } from "./fold/aggregate";
import { defineEvents, type EventsOf } from "./fold/event";
import { personal } from "./fold/personal";
import { refuse } from "./refusals";

/** What the caller said about the place when adding it; facts from observations take precedence over it. */
const claimSchema = z.object({
  name: personal(z.string()),
  address: personal(z.string()).nullable(),
  rating: z.number().nullable(),
  reviewCount: z.number().int().nullable(),
  website: personal(z.string()).nullable(),
});
export type CompetitorClaim = z.output<typeof claimSchema>;

const ids = { businessId: z.string(), accountId: z.string(), competitorId: z.string(), placeId: z.string() };

export const competitorEvents = defineEvents({
  CompetitorAdded: z.object({ ...ids, claim: claimSchema }),
  CompetitorReactivated: z.object({ ...ids, claim: claimSchema }),
  CompetitorRemoved: z.object({ ...ids }),
  /** From here on collectors are asked for its vacancies, or no longer. A competitor starts with monitoring on. */
  CompetitorJobMonitoringEnabled: z.object({ ...ids }),
  CompetitorJobMonitoringDisabled: z.object({ ...ids }),
});
export type CompetitorEvent = EventsOf<typeof competitorEvents>;

interface Tracked {
  readonly competitorId: string;
  readonly accountId: string;
  readonly active: boolean;
  readonly jobMonitoring: boolean;
}
/** By place id. */
export type Roster = ReadonlyMap<string, Tracked>;

export const competitors = aggregate({
  category: "competitors",
  owner: "business",
  events: competitorEvents,
  initial: new Map() as Roster,
  evolve: (roster, event): Roster => new Map(roster).set(event.data.placeId, evolveTracked(roster, event)),
});

function evolveTracked(roster: Roster, { type, data: { placeId, competitorId, accountId } }: CompetitorEvent): Tracked {
  const known = roster.get(placeId) ?? { competitorId, accountId, active: false, jobMonitoring: true };
  switch (type) {
    case "CompetitorAdded":
    case "CompetitorReactivated":
      return { ...known, active: true };
    case "CompetitorRemoved":
      return { ...known, active: false };
    case "CompetitorJobMonitoringEnabled":
      return { ...known, jobMonitoring: true };
    case "CompetitorJobMonitoringDisabled":
      return { ...known, jobMonitoring: false };
  }
}

type RosterDecision = Decision<Roster, CompetitorEvent>;

export interface Addition {
  readonly businessId: string;
  readonly accountId: string;
  /** Used where the place was never on the roster; a reactivated competitor keeps its first id. */
  readonly competitorId: string;
  readonly placeId: string;
  readonly claim: CompetitorClaim;
  readonly ownPlaceId: string | null;
  readonly quota: number;
}

export const add =
  ({ ownPlaceId, quota, ...addition }: Addition): RosterDecision =>
  (roster) => {
    const known = roster.get(addition.placeId);
    if (known?.active === true)
      return refuse("competitor_already_tracked", "This place is already tracked as a competitor.", {
        competitorId: known.competitorId,
      });
    if (addition.placeId === ownPlaceId)
      return refuse("competitor_is_own_place", "This place is the business's own listing.");
    const used = [...roster.values()].filter((tracked) => tracked.active).length;
    if (used >= quota)
      return refuse("competitor_quota_reached", `The plan allows ${quota} competitors.`, {
        quota: { name: "competitors", limit: quota, used },
      });
    return known === undefined
      ? [{ type: "CompetitorAdded", data: addition }]
      : [{ type: "CompetitorReactivated", data: { ...addition, competitorId: known.competitorId } }];
  };

export const remove =
  (businessId: string, competitorId: string): RosterDecision =>
  (roster) => {
    const found = findActive(roster, competitorId);
    if (found === undefined) return refuse("competitor_not_found", "There is no such competitor.");
    const [placeId, { accountId }] = found;
    return [{ type: "CompetitorRemoved", data: { businessId, accountId, competitorId, placeId } }];
  };

/** Nothing is said where monitoring is as it should be. */
export const setJobMonitoring =
  (businessId: string, competitorId: string, enabled: boolean): RosterDecision =>
  (roster) => {
    const found = findActive(roster, competitorId);
    if (found === undefined) return refuse("competitor_not_found", "There is no such competitor.");
    const [placeId, { accountId, jobMonitoring }] = found;
    if (jobMonitoring === enabled) return [];
    const type = enabled ? "CompetitorJobMonitoringEnabled" : "CompetitorJobMonitoringDisabled";
    return [{ type, data: { businessId, accountId, competitorId, placeId } }];
  };

/** The active competitor of this id, with its place. */
export function findActive(roster: Roster, competitorId: string): readonly [placeId: string, Tracked] | undefined {
  return [...roster].find(([, tracked]) => tracked.competitorId === competitorId && tracked.active);
}

/** The last step before the business is removed: nothing is tracked on its behalf any more. */
export const removeAll =
  (businessId: string): RosterDecision =>
  (roster) =>
    [...roster]
      .filter(([, tracked]) => tracked.active)
      .map(([placeId, { competitorId, accountId }]) => ({
        type: "CompetitorRemoved",
        data: { businessId, accountId, competitorId, placeId },
      }));
