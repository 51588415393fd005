/** The lines of the charts, from the rows of the read tables at a moment. */

const COLOURS = 8;
const DASHES = ["solid", "dashed", "dotted"];

const rowsOf = (tables, name) => tables.find(({ table }) => table === name)?.rows ?? [];

/** The last known `rating` and `reviews` of each place, by its id. */
export function lastKnownIn(tables) {
  const known = new Map();
  for (const row of [...rowsOf(tables, "place_snapshots")].sort((a, b) => (a.day < b.day ? -1 : 1))) {
    const { rating, reviews } = known.get(row.place_id) ?? {};
    known.set(row.place_id, { rating: row.rating ?? rating, reviews: row.review_count ?? reviews });
  }
  return known;
}

/**
 * `days` in order, and for each place its name, how its line looks, and `rating` and `review_count` by day, null where
 * nothing is known. The own place comes first.
 */
export function seriesOf(tables) {
  const rows = (name) => rowsOf(tables, name);
  const snapshots = rows("place_snapshots");
  const days = [...new Set(snapshots.map(({ day }) => day))].sort();
  const at = new Map(days.map((day, index) => [day, index]));
  const places = placesOf(rows).map((place, index) => ({
    ...place,
    colour: (index % COLOURS) + 1,
    dash: DASHES[Math.floor(index / COLOURS) % DASHES.length],
    rating: days.map(() => null),
    review_count: days.map(() => null),
  }));
  const byId = new Map(places.map((place) => [place.id, place]));
  for (const { place_id: id, day, rating, review_count: reviews } of snapshots) {
    const place = byId.get(id);
    if (place === undefined) continue;
    place.rating[at.get(day)] = rating;
    place.review_count[at.get(day)] = reviews;
  }
  return {
    days,
    places: places.filter(({ rating, review_count: reviews }) =>
      [...rating, ...reviews].some((value) => value !== null),
    ),
  };
}

function placesOf(rows) {
  const facts = new Map(rows("places").map((place) => [place.place_id, place]));
  const named = new Map();
  for (const { place_id: id, name } of rows("businesses")) {
    if (id !== null) named.set(id, { id, own: true, name: `${name} (own place)` });
  }
  for (const { place_id: id, claimed_name: claimed } of rows("competitors")) {
    if (!named.has(id)) named.set(id, { id, own: false, name: facts.get(id)?.name ?? claimed });
  }
  // A place that was the own one once, and is no longer, still has its line.
  for (const { place_id: id, name } of facts.values()) {
    if (!named.has(id)) named.set(id, { id, own: false, name: name ?? id });
  }
  return [...named.values()];
}
