/** The history of a busy account, recorded by the domain's own decisions: rivals looked at daily, alerts, refreshes. */
import { alerts, mark, raise } from "../../domain/alerts";
import { businesses, create } from "../../domain/businesses";
import { add, competitors } from "../../domain/competitors";
import type { Aggregate, Decision } from "../../domain/fold/aggregate";
import type { AnyEvent } from "../../domain/fold/event";
import { isRefusal } from "../../domain/fold/refusal";
import type { Observation } from "../../domain/places/observation";
import { observe } from "../../domain/places/observe";
import { places } from "../../domain/places/place";
import { refreshes, requestRefresh, settleRefresh } from "../../domain/refreshes";
import type { CommandRunner } from "../../infra/command-runner/command-runner";
import type { Clock } from "../../infra/time/clock";
import { systemClock } from "../../infra/time/clock";

const BUSINESS = "busy";
const ACCOUNT = "account";
const RIVALS = 25;
const DAY_MS = 86_400_000;

/** A clock that the seeding moves on; what waits, waits in real time. */
export class SeedClock implements Clock {
  #now = Date.UTC(2024, 0, 1);
  now = (): Date => new Date(this.#now);
  after = systemClock.after.bind(systemClock);
  nextDay(): void {
    this.#now += DAY_MS;
  }
}

/** Records days until the business has at least this many events, its places' among them; gives the business and the number. */
export async function recordBusyAccount(runner: CommandRunner, clock: SeedClock, events: number) {
  let recorded = 0;
  let commands = 0;
  const decide = async <State, Event extends AnyEvent>(
    aggregate: Aggregate<State, Event>,
    owner: string,
    decision: Decision<State, Event>,
  ) => {
    const commandId = `seed-${(commands += 1)}`;
    const actor = { kind: "user", id: ACCOUNT } as const;
    const context = { commandId, correlationId: commandId, causationId: commandId, actor };
    const done = await runner.execute(aggregate, owner, decision, context);
    if (isRefusal(done)) throw new Error(done.message);
    recorded += done.events.length;
  };
  const profile = { name: "Fjord Café", website: null, category: "cafe", city: "Oslo", state: null, country: "NO" };
  const said = { ...profile, targetCustomer: "Commuters", differentiator: "Roasts its own" };
  const created = { businessId: BUSINESS, accountId: ACCOUNT, profile: said, placeId: null };
  await decide(businesses, BUSINESS, create(created));
  for (let rival = 0; rival < RIVALS; rival += 1) {
    const claim = { name: `Rival ${rival}`, address: null, rating: 4, reviewCount: 10, website: null };
    const rivals = { businessId: BUSINESS, accountId: ACCOUNT, ownPlaceId: null, quota: RIVALS, claim };
    await decide(competitors, BUSINESS, add({ ...rivals, competitorId: `rival-${rival}`, placeId: `place-${rival}` }));
  }
  for (let day = 1; recorded < events; day += 1) {
    clock.nextDay();
    const now = clock.now().toISOString();
    await Promise.all([
      ...Array.from({ length: RIVALS }, (_, rival) =>
        decide(places, `place-${rival}`, observe(sighting(rival, day, now), now, { reviewTextDays: 100_000 })),
      ),
      ...Array.from({ length: 5 }, async (_, index) => {
        const alertId = `alert-${day}-${index}`;
        const about = {
          businessId: BUSINESS,
          accountId: ACCOUNT,
          competitorId: `rival-${index}`,
          placeId: `place-${index}`,
        };
        const told = { title: "Rival: a price changed", data: { before: 39, after: 42 } };
        await decide(alerts, BUSINESS, raise({ ...about, ...told, alertId, type: "competitor.price_change" }));
        await decide(alerts, BUSINESS, mark(BUSINESS, alertId, true));
      }),
      ...Array.from({ length: 5 }, async (_, index) => {
        const refreshId = `refresh-${day}-${index}`;
        const about = {
          businessId: BUSINESS,
          accountId: ACCOUNT,
          competitorId: `rival-${index}`,
          placeId: `place-${index}`,
        };
        const wanted = { ...about, refreshId, sections: ["listing", "reviews"] as const };
        await decide(refreshes, BUSINESS, requestRefresh(wanted, { now, quota: 1_000 }));
        await decide(refreshes, BUSINESS, settleRefresh(refreshId, "answered"));
      }),
    ]);
  }
  return { businessId: BUSINESS, events: recorded };
}

/** What is seen of a rival on a day: always a listing, often a new review, at times other prices. */
function sighting(rival: number, day: number, observedAt: string): Observation {
  const turn = rival + day;
  const review = {
    id: `review-${rival}-${day}`,
    rating: (turn % 5) + 1,
    text: `A visit on day ${day}: friendly people, coffee as it should be, and a table by the window.`,
    author: `Guest ${turn}`,
    publishedAt: observedAt,
    ownerResponse: turn % 3 === 0 ? "Thank you for coming!" : null,
  };
  const products = ["Flat white", "Bun", "Soup", "Toast"].map((productName, index) => ({
    productName,
    price: 39 + index + Math.floor(turn / 9),
    currency: "NOK",
    category: null,
  }));
  return {
    id: `observation-${rival}-${day}`,
    placeId: `place-${rival}`,
    observedAt,
    source: "maps",
    listing: { name: `Rival ${rival}`, rating: 4 + (Math.floor(turn / 4) % 10) / 10, reviewCount: 100 + day },
    ...(turn % 2 === 0 ? { reviews: [review] } : {}),
    products,
  };
}
