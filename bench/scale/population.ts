/** Who uses the service and how much, in a day: assumptions, each to be changed on the command line. */
import type { Operation } from "./costs";

/** Counts are per business and day unless they say otherwise. */
export interface Population {
  readonly businesses: number;
  /** Places that collectors look at for one business: its own and those it tracks, less what businesses share. */
  readonly placesPerBusiness: number;
  /** Collections of one place a day. */
  readonly collectionsPerPlace: number;
  /** Of the collections: those that bring nothing but the day's snapshot, a review, a change that raises alerts. The rest repeat. */
  readonly dayShare: number;
  readonly reviewShare: number;
  readonly changeShare: number;
  /** Of the alerts: those that an endpoint of a webhook wants. */
  readonly webhookShare: number;
  readonly competitorReads: number;
  readonly alertReads: number;
  readonly eventPolls: number;
  readonly competitorsAdded: number;
  /** New businesses a day, as a part of all. */
  readonly growth: number;
  /** How much more than in an average minute happens in the busiest one, in requests of people and programs. */
  readonly peak: number;
  /** Hours of the day over which collectors spread their work. */
  readonly collectionHours: number;
}

export const assumed: Population = {
  businesses: 100_000,
  placesPerBusiness: 4,
  collectionsPerPlace: 1,
  dayShare: 0.9,
  reviewShare: 0.05,
  changeShare: 0.02,
  webhookShare: 0.3,
  competitorReads: 40,
  alertReads: 20,
  eventPolls: 10,
  competitorsAdded: 0.05,
  growth: 0.002,
  peak: 3,
  collectionHours: 20,
};

export type PerOperation = Readonly<Record<Operation, number>>;

/** Operations in a whole day. */
export function dayOf(population: Population): PerOperation {
  const { businesses, placesPerBusiness, collectionsPerPlace, dayShare, reviewShare, changeShare } = population;
  const collections = businesses * placesPerBusiness * collectionsPerPlace;
  const changes = collections * changeShare;
  return {
    signUp: businesses * population.growth,
    addCompetitor: businesses * population.competitorsAdded,
    readCompetitors: businesses * population.competitorReads,
    readAlerts: businesses * population.alertReads,
    pollEvents: businesses * population.eventPolls,
    observeUnchanged: collections * Math.max(0, 1 - dayShare - reviewShare - changeShare),
    observeDay: collections * dayShare,
    observeReview: collections * reviewShare,
    observeChange: changes * (1 - population.webhookShare),
    observeChangeWithWebhook: changes * population.webhookShare,
  };
}

const MINUTES = 1_440;

/** How much of the day's operations falls into a minute: requests follow the sun, collections are spread evenly over their hours. */
export function shareOfMinute(population: Population, operation: Operation, minute: number): number {
  if (operation.startsWith("observe")) {
    const busy = Math.min(24, population.collectionHours) * 60;
    return minute < busy ? 1 / busy : 0;
  }
  return wave(population.peak, minute) / MINUTES;
}

/** 1 on average over the day, `peak` at its height. */
function wave(peak: number, minute: number): number {
  const sharpness = sharpnessOf(peak);
  return swing(minute) ** sharpness / meanOf(sharpness);
}

const swing = (minute: number): number => (1 - Math.cos((2 * Math.PI * minute) / MINUTES)) / 2;

function meanOf(sharpness: number): number {
  let sum = 0;
  for (let minute = 0; minute < MINUTES; minute += 1) sum += swing(minute) ** sharpness;
  return sum / MINUTES;
}

const known = new Map<number, number>();

/** The higher the power, the narrower the wave and the higher its peak: found by halving. */
function sharpnessOf(peak: number): number {
  const found = known.get(peak);
  if (found !== undefined) return found;
  let [low, high] = [0, 1_000];
  for (let round = 0; round < 40; round += 1) {
    const middle = (low + high) / 2;
    if (1 / meanOf(middle) < peak) low = middle;
    else high = middle;
  }
  known.set(peak, low);
  return low;
}
