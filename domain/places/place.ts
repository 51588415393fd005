/** What is known of one place, folded from its events: the newest facts with the moment each was seen. */
import { aggregate } from "../fold/aggregate";
import { placeEvents, sectionEvents, type PlaceEvent, type Segment } from "./events";
import { knownAfter, type KnownReview } from "./known-reviews";
import type { Collectable } from "./observation";
import { seen, type Seen } from "./sightings";

/** What a day's snapshot tells. */
export type DayMember = "rating" | "reviewCount" | "localPackRank" | "isRunningAds";
type DayValue = number | boolean | null;

/**
 * What is known of one day. `seenAt` says when on that day a member was seen; the others were carried into it. `before` is what
 * was known of a member before that instant, null where nothing was; where it is missing, that was the same.
 */
export interface DaySnapshot {
  readonly seenAt: Readonly<Partial<Record<DayMember, string>>>;
  readonly before: Readonly<Partial<Record<DayMember, DayValue>>>;
  readonly rating: number | null;
  readonly reviewCount: number | null;
  readonly localPackRank: number | null;
  readonly isRunningAds: boolean | null;
}

/** What collectors are asked for and have not answered yet. Instants in ISO form. */
export interface OpenCollection {
  readonly requestId: string;
  readonly sections: readonly Collectable[];
  readonly requestedAt: string;
  readonly expiresAt: string;
}

export interface PlaceState {
  readonly firstSeenAt: string | null;
  /** By member of the listing. */
  readonly facts: Readonly<Record<string, Seen>>;
  readonly segment: Segment | null;
  /** By month (`YYYY-MM`), then by day: a new day copies one month, not all of them. */
  readonly snapshots: ReadonlyMap<string, ReadonlyMap<string, DaySnapshot>>;
  /** The newest review counts that were seen, oldest first, one a day; enough of them for the review-surge rule. */
  readonly counts: readonly { readonly day: string; readonly count: number }[];
  readonly lastSurgeDay: string | null;
  /** By review id. */
  readonly reviews: ReadonlyMap<string, KnownReview>;
  /** By section: when it was seen and its content. */
  readonly sections: Readonly<Record<string, Seen>>;
  readonly collections: readonly OpenCollection[];
  /** By what was asked for: when a request for it was answered last. */
  readonly answeredAt: Readonly<Partial<Record<Collectable, string>>>;
}

export const unseen: PlaceState = {
  firstSeenAt: null,
  facts: {},
  segment: null,
  snapshots: new Map(),
  counts: [],
  lastSurgeDay: null,
  reviews: new Map(),
  sections: {},
  collections: [],
  answeredAt: {},
};

/** How far back the counts reach that the review-surge rule looks at. */
const COUNTS_KEPT = 200;

export const dayMembers: readonly DayMember[] = ["rating", "reviewCount", "localPackRank", "isRunningAds"];

export const places = aggregate({
  category: "place",
  owner: "place",
  events: placeEvents,
  initial: unseen,
  evolve,
});

const changedMember: Readonly<Partial<Record<PlaceEvent["type"], string>>> = {
  PlaceRatingChanged: "rating",
  PlaceHoursChanged: "hours",
  PlaceWebsiteChanged: "website",
  PlaceStatusChanged: "status",
  PlacePriceLevelChanged: "priceLevel",
};

const sectionOf: ReadonlyMap<string, string> = new Map(
  Object.entries(sectionEvents).map(([section, type]) => [type, section]),
);

function evolve(state: PlaceState, event: PlaceEvent): PlaceState {
  if (event.type === "PlaceCollectionRequested") return withCollection(state, event.data);
  if (event.type === "PlaceCollectionAnswered") return withAnswer(state, event.data);
  const { observedAt: at } = event.data;
  const member = changedMember[event.type];
  if (member !== undefined && "after" in event.data) return withFacts(state, { [member]: event.data.after }, at);
  switch (event.type) {
    case "PlaceFirstSeen":
      return { ...state, firstSeenAt: at };
    case "PlaceDetailsObserved":
      return withFacts(state, event.data.details, at);
    case "PlaceLocated":
      return { ...state, segment: event.data.after };
    case "PlaceSnapshotTaken":
      return withSnapshot(state, event.data);
    case "PlaceReviewsSurged":
      return { ...state, lastSurgeDay: event.data.day };
    case "PlaceSectionsConfirmed":
      return { ...state, sections: { ...state.sections, ...confirmedSections(state, event.data.sections, at) } };
    case "PlaceReviewsCollected": {
      const reviews = new Map(state.reviews);
      for (const review of event.data.reviews) reviews.set(review.id, knownAfter(reviews.get(review.id), review, at));
      return { ...state, reviews };
    }
    default: {
      const section = sectionOf.get(event.type);
      if (section === undefined || !("content" in event.data)) return state;
      const known = seen<unknown>(state.sections[section], event.data.content, at);
      return { ...state, sections: { ...state.sections, [section]: known } };
    }
  }
}

function withFacts(state: PlaceState, values: Readonly<Record<string, unknown>>, at: string): PlaceState {
  const facts = { ...state.facts };
  for (const [member, value] of Object.entries(values)) facts[member] = seen(facts[member], value, at);
  return { ...state, facts };
}

/** Whatever expired before this one was asked for is open no more. */
function withCollection(
  state: PlaceState,
  { requestId, sections, requestedAt, expiresAt }: OpenCollection,
): PlaceState {
  const open = state.collections.filter((one) => one.expiresAt > requestedAt);
  return { ...state, collections: [...open, { requestId, sections, requestedAt, expiresAt }] };
}

type Answer = Extract<PlaceEvent, { type: "PlaceCollectionAnswered" }>["data"];

function withAnswer(state: PlaceState, { requestId, sections, answeredAt }: Answer): PlaceState {
  const answered = Object.fromEntries(sections.map((section) => [section, answeredAt]));
  return {
    ...state,
    collections: state.collections.filter((one) => one.requestId !== requestId),
    answeredAt: { ...state.answeredAt, ...answered },
  };
}

type Snapshot = Extract<PlaceEvent, { type: "PlaceSnapshotTaken" }>["data"];

function withSnapshot(state: PlaceState, snapshot: Snapshot): PlaceState {
  const { day, observedAt, rating, reviewCount, localPackRank, isRunningAds } = snapshot;
  const known = state.snapshots.get(day.slice(0, 7));
  const seenAt = { ...known?.get(day)?.seenAt };
  const before: Partial<Record<DayMember, DayValue>> = {};
  for (const member of dayMembers) {
    const isListed = snapshot.listed.includes(member);
    const was = isListed ? knownBefore(state, known?.get(day), member, observedAt) : known?.get(day)?.before[member];
    if (was !== undefined && (!isListed || was !== snapshot[member])) before[member] = was;
    if (isListed && (seenAt[member] ?? "") < observedAt) seenAt[member] = observedAt;
  }
  const month = new Map(known).set(day, { seenAt, before, rating, reviewCount, localPackRank, isRunningAds });
  const counted = snapshot.listed.includes("reviewCount") && reviewCount !== null;
  return {
    ...state,
    facts: confirmed(state.facts, snapshot),
    snapshots: new Map(state.snapshots).set(day.slice(0, 7), month),
    counts: counted ? withCount(state.counts, day, reviewCount) : state.counts,
  };
}

/** What was known of a member before the instant at which it is seen on a day; null where nothing was. */
function knownBefore(state: PlaceState, day: DaySnapshot | undefined, member: DayMember, at: string): DayValue {
  if (day !== undefined) {
    const { [member]: seenAt = "" } = day.seenAt;
    if (seenAt < at) return day[member];
    return day.before[member] === undefined ? day[member] : day.before[member];
  }
  const fact = state.facts[member];
  if (fact === undefined || fact.at > at) return null;
  return ((fact.at < at ? fact.value : fact.before) ?? null) as DayValue;
}

/** A member that was seen on a day, with what was known of it before that instant. */
export function beforeThat(day: DaySnapshot, member: DayMember, at: string): Seen {
  const { [member]: before = day[member] } = day.before;
  return { value: day[member], at, ...(before === null ? {} : { before }) };
}

/** Every listed member was seen now; the members that only snapshots tell take their value from it. */
function confirmed(facts: PlaceState["facts"], snapshot: Snapshot): PlaceState["facts"] {
  const { observedAt: at, listed, reviewCount, localPackRank, isRunningAds } = snapshot;
  const told: Readonly<Record<string, unknown>> = { reviewCount, localPackRank, isRunningAds };
  const next = { ...facts };
  for (const member of listed) {
    const fact = facts[member];
    const value = member in told ? told[member] : fact?.value;
    if ((fact?.at ?? "") <= at && value !== undefined) next[member] = seen(fact, value, at);
  }
  return next;
}

function confirmedSections({ sections }: PlaceState, names: readonly string[], at: string): PlaceState["sections"] {
  const confirmed = names.flatMap((name) => {
    const known = sections[name];
    return known === undefined || known.at > at ? [] : [[name, seen(known, known.value, at)] as const];
  });
  return Object.fromEntries(confirmed);
}

function withCount(counts: PlaceState["counts"], day: string, count: number): PlaceState["counts"] {
  const last = counts.at(-1);
  if (last !== undefined && day < last.day) return counts;
  const before = last?.day === day ? counts.slice(0, -1) : counts;
  return [...before, { day, count }].slice(-COUNTS_KEPT);
}
