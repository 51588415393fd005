/** The read-only charts that one business lets others show: of what, for whom to frame, until when, and which were taken back. */
import { z } from "zod";
import { entriesOf, found, noBuckets, put, without, type Buckets } from "./buckets";
import { aggregate, type Decision } from "./fold/aggregate";
import { defineEvents, type EventsOf } from "./fold/event";
import { personal } from "./fold/personal";
import { storedInstantSchema } from "./instant";
import { refuse } from "./refusals";

export const embedMetricSchema = z.enum(["rating", "reviewCount"]);
export type EmbedMetric = z.output<typeof embedMetricSchema>;

/** More cannot be told apart in one chart. */
export const PLACES_MAX = 6;

const ids = { businessId: z.string(), accountId: z.string(), embedId: z.string() };

export const embedEvents = defineEvents({
  EmbedCreated: z.object({
    ...ids,
    metric: embedMetricSchema,
    /** How many days back it shows, the day it is looked at included. */
    days: z.number().int(),
    /** Whether the own listing is drawn. */
    own: z.boolean(),
    competitorIds: z.array(z.string()),
    title: personal(z.string()).nullable(),
    /** Whose pages may frame it; none where the list is empty. A site may be a person's, by its name. */
    origins: z.array(personal(z.string())),
    expiresAt: storedInstantSchema.nullable(),
    /** Which ones have expired by then is told by it. */
    createdAt: storedInstantSchema.optional(),
  }),
  EmbedRevoked: z.object(ids),
});
export type EmbedEvent = EventsOf<typeof embedEvents>;
export type Embed = Extract<EmbedEvent, { type: "EmbedCreated" }>["data"];

interface Known {
  readonly accountId: string;
  readonly expiresAt: string | null;
}

export interface Embeds {
  /** By id: what was neither taken back nor had expired when the newest was made. */
  readonly shown: Buckets<Known>;
  /** Ids of the newest that were taken back or had expired by then. */
  readonly gone: Buckets<true>;
}

/** More that are gone are not remembered in one bucket: one that was taken back before them is one that never was. */
const GONE_MAX = 8;

const withoutOne = ({ shown, gone }: Embeds, embedId: string): Embeds => ({
  shown: without(shown, embedId),
  gone: put(gone, embedId, true, GONE_MAX),
});

const hasExpired = ({ expiresAt }: Known, now: string): boolean => expiresAt !== null && expiresAt <= now;

export const embeds = aggregate({
  category: "embeds",
  owner: "business",
  events: embedEvents,
  initial: { shown: noBuckets, gone: noBuckets },
  evolve: (state, { type, data }): Embeds => {
    const { embedId, accountId } = data;
    if (type === "EmbedRevoked") return found(state.shown, embedId) === undefined ? state : withoutOne(state, embedId);
    const { expiresAt, createdAt } = data;
    const expired = entriesOf(state.shown).filter(([, one]) => createdAt !== undefined && hasExpired(one, createdAt));
    const left = expired.reduce((before, [id]) => withoutOne(before, id), state);
    return { ...left, shown: put(left.shown, embedId, { accountId, expiresAt }) };
  },
});

type EmbedDecision = Decision<Embeds, EmbedEvent>;

/** How many are shown at `now`, an ISO instant; what has expired or was taken back makes room. */
export const embedsUsed = ({ shown }: Embeds, now: string): number =>
  entriesOf(shown).filter(([, one]) => !hasExpired(one, now)).length;

/** `quota` is how many may be shown at once. `now` is an ISO instant. */
export const createEmbed =
  (embed: Omit<Embed, "createdAt">, { now, quota }: { readonly now: string; readonly quota: number }): EmbedDecision =>
  (state) => {
    const { embedId } = embed;
    if ((found(state.shown, embedId) ?? found(state.gone, embedId)) !== undefined) return [];
    const used = embedsUsed(state, now);
    if (used >= quota)
      return refuse("embed_quota_reached", `The plan allows ${quota} embeds.`, {
        quota: { name: "embedsPerBusiness", limit: quota, used },
      });
    return [{ type: "EmbedCreated", data: { ...embed, origins: [...embed.origins], createdAt: now } }];
  };

/** Taking back what was taken back, or has expired, changes nothing. */
export const revokeEmbed =
  (businessId: string, embedId: string): EmbedDecision =>
  (state) => {
    if (found(state.gone, embedId) !== undefined) return [];
    const known = found(state.shown, embedId);
    if (known === undefined) return refuse("embed_not_found", "There is no such embed.");
    return [{ type: "EmbedRevoked", data: { businessId, accountId: known.accountId, embedId } }];
  };
