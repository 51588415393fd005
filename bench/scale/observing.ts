/** Hands in observations as a collector does, about a fixed set of places: each kind is one operation. */
import { expectStatus, ndjson } from "../../test/support/api";
import type { Stage } from "./stage";
import type { Work } from "./workload";

const LINES = 250;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Long enough ago that nobody is told of it. */
const PAST_DAYS = 400;
const TEXT = "The coffee was good and the view over the harbour even better; we waited a while for a table. ".repeat(3);

export interface Observing {
  readonly unchanged: Work;
  readonly day: Work;
  readonly review: Work;
  /** A rating that changes, of these places in their turn. */
  changeOf(some: readonly string[]): Work;
}

export async function startObserving({ api }: Stage, places: readonly string[]): Promise<Observing> {
  let number = 0;
  let seenAt = Date.now() - 40 * HOUR_MS;
  let [pastDay, rating] = [PAST_DAYS, 4];
  const observation = (placeId: string, facts: object, observedAt = (seenAt += 1_000)): object => {
    number += 1;
    return { id: `o-${number}`, placeId, observedAt: new Date(observedAt).toISOString(), source: "bench", ...facts };
  };
  const handIn = async (observations: readonly object[]): Promise<void> => {
    for (let from = 0; from < observations.length; from += LINES) {
      const lines = observations.slice(from, from + LINES).map((one) => `${JSON.stringify(one)}\n`);
      const reply = await api.collector.send("POST", "/api/admin/observations", ndjson(lines.join("")));
      const report = expectStatus(reply, 200) as { rejected: number; rejections: unknown };
      if (report.rejected > 0) throw new Error(JSON.stringify(report.rejections));
    }
  };
  const of =
    (factsOf: () => object): Work =>
    (count) =>
      handIn(Array.from({ length: count }, (_, at) => observation(places[at % places.length] ?? "", factsOf())));
  /** All of the places before any of them again. */
  const inTurns =
    (some: readonly string[], turn: () => (place: string) => object): Work =>
    async (count) => {
      for (let left = count; left > 0; left -= some.length) await handIn(some.slice(0, left).map(turn()));
    };
  await handIn(places.map((place) => observation(place, listing(4))));
  return {
    unchanged: of(() => ({ listing: { name: "Fjord Coffee" } })),
    review: of(() => reviewed(number)),
    // Each gives a place the snapshot of a day that it did not have.
    day: inTurns(places, () => {
      pastDay -= 1;
      const at = Date.now() - pastDay * DAY_MS;
      return (place) => observation(place, listing(4), at);
    }),
    changeOf: (some) =>
      inTurns(some, () => {
        rating = rating === 4 ? 4.5 : 4;
        return (place) => observation(place, listing(rating));
      }),
  };
}

const listing = (rating: number): object => ({
  listing: { name: "Fjord Coffee", category: "cafe", city: "Oslo", rating, reviewCount: 210 },
});

function reviewed(number: number): object {
  const publishedAt = new Date(Date.now() - 90 * DAY_MS).toISOString();
  return {
    reviews: [{ id: `r-${number}`, rating: 5, text: TEXT, author: "Ada", publishedAt, ownerResponse: null }],
  };
}
