/** The bridge from places to businesses: a live change of a place becomes an alert for each business that it concerns. */
import type { BusinessEvent } from "../domain/businesses";
import type { CompetitorEvent } from "../domain/competitors";
import type { AlertType } from "../domain/event-types";
import type { Recorded } from "../domain/fold/event";
import type { PlaceEvent } from "../domain/places/events";
import { processManager, type Intent, type Reaction } from "../infra/process-manager/process-manager";

/** Whom a place concerns. A business may own it, or track it under a competitor id. */
interface Watcher {
  readonly businessId: string;
  readonly accountId: string;
  readonly competitorId: string | null;
}
export interface Watchers {
  readonly watchers: readonly Watcher[];
}

/** What the effect is asked: an alert without its id, which is the intent's own. */
export interface AlertIntent {
  readonly businessId: string;
  readonly accountId: string;
  readonly competitorId: string | null;
  /** Null where it is about no place. */
  readonly placeId: string | null;
  readonly type: AlertType;
  readonly data: Readonly<Record<string, unknown>>;
}

type Change = "rating_change" | "review_surge" | "hours_change" | "website_change" | "price_change" | "status_change";

/** What is told of the business's own listing too; the rest is told of competitors alone. */
const toldOfOwnPlace: ReadonlySet<Change> = new Set(["rating_change", "review_surge"]);

const ofPlace = (event: { data: { placeId: string } }) => event.data.placeId;

const watch = {
  instances: ofPlace,
  react: (state: Watchers, { data }: { data: Watcher & { placeId: string } }) => ({
    state: { watchers: [...without(state, data), watcher(data)] },
  }),
};

const watcher = ({ businessId, accountId, competitorId }: Watcher): Watcher => ({
  businessId,
  accountId,
  competitorId,
});

function without({ watchers }: Watchers, gone: Watcher): readonly Watcher[] {
  return watchers.filter((one) => one.businessId !== gone.businessId || one.competitorId !== gone.competitorId);
}

interface Told {
  readonly live: boolean;
  readonly placeId: string;
  readonly before?: unknown;
}

/** `facts` are the members of the public event's data, beside those that every alert has. */
const tell = <Data extends Told>(change: Change, facts: (data: Data) => Readonly<Record<string, unknown>>) => ({
  instances: (event: { data: Data }) => (isNews(event.data) ? event.data.placeId : []),
  react: (state: Watchers, event: { data: Data }): Reaction<Watchers> => ({
    ...left(state.watchers),
    intents: state.watchers.flatMap((one) => alertFor(one, change, event.data.placeId, facts(event.data))),
  }),
});

/** A first sighting changes nothing: only what was known before can change. */
const isNews = (data: Told): boolean => data.live && data.before !== null;

function alertFor(to: Watcher, change: Change, placeId: string, facts: Readonly<Record<string, unknown>>): Intent[] {
  const own = to.competitorId === null;
  if (own && !toldOfOwnPlace.has(change)) return [];
  const type: AlertType = own
    ? change === "rating_change"
      ? "business.rating_change"
      : "business.review_surge"
    : `competitor.${change}`;
  const data = { ...facts, placeId, ...(own ? {} : { competitorId: to.competitorId }) };
  const payload: AlertIntent = { ...watcher(to), placeId, type, data };
  return [{ kind: "perform", effect: "raise_alert", payload: { ...payload }, businessId: to.businessId }];
}

interface Changed extends Told {
  readonly name: string | null;
  readonly observedAt: string;
  readonly before: unknown;
  readonly after: unknown;
}
const change = ({ name, observedAt, before, after }: Changed) => ({ name, observedAt, before, after });

type Linked = Recorded<Extract<BusinessEvent, { type: "OwnPlaceLinked" }>>;

export const placeAlerts = processManager<PlaceEvent | CompetitorEvent | BusinessEvent>()<Watchers>({
  name: "place-alerts",
  // Every place that anybody watches passes here, and several processes may bring observations in.
  shards: 2,
  initial: { watchers: [] },
  on: {
    CompetitorAdded: watch,
    CompetitorReactivated: watch,
    CompetitorRemoved: {
      instances: ofPlace,
      react: (state, { data }) => left(without(state, data)),
    },
    OwnPlaceLinked: {
      instances: ({ data }: Linked) => [data.placeId, data.previousPlaceId].filter((id) => id !== null),
      react: (state, { data }, instance) => {
        const own = { ...data, competitorId: null };
        const others = without(state, own);
        return left(instance === data.placeId ? [...others, watcher(own)] : others);
      },
    },
    OwnPlaceUnlinked: {
      instances: ofPlace,
      react: (state, { data }) => left(without(state, { ...data, competitorId: null })),
    },
    PlaceRatingChanged: tell("rating_change", change),
    PlaceHoursChanged: tell("hours_change", change),
    PlaceWebsiteChanged: tell("website_change", change),
    PlaceStatusChanged: tell("status_change", change),
    PlacePriceLevelChanged: tell("price_change", (data) => ({
      ...change(data),
      subject: "price_level",
      productName: null,
      currency: null,
    })),
    PlaceProductPriceChanged: tell("price_change", (data) => ({
      ...change(data),
      subject: "product_price",
      productName: data.productName,
      currency: data.currency,
    })),
    PlaceReviewsSurged: tell("review_surge", ({ name, observedAt, day, newReviews, expectedReviews, windowDays }) => ({
      name,
      observedAt,
      day,
      newReviews,
      expectedReviews,
      windowDays,
    })),
  },
});

/** A place that concerns nobody any more needs no instance. */
function left(watchers: readonly Watcher[]): Reaction<Watchers> {
  return { state: watchers.length === 0 ? null : { watchers } };
}
