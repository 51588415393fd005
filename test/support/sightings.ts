/** Observations of places, as a collector would send them, in a few words. */
let count = 0;

interface Sighting {
  readonly id: string;
  readonly placeId: string;
  readonly observedAt: string;
  readonly source: string;
}

/** An observation with an id of its own. `facts` are its further members. */
export function sighting(placeId: string, observedAt: string | Date, facts: object): Sighting {
  const at = typeof observedAt === "string" ? observedAt : observedAt.toISOString();
  return { id: `sighting-${process.pid}-${(count += 1)}`, placeId, observedAt: at, source: "tests", ...facts };
}
