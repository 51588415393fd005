/** Observations of places, as a collector would send them, in a few words. */
import { COLLECTOR_TOKEN } from "./service";

let count = 0;

/** An observation with an id of its own. */
export function sighting(placeId: string, observedAt: string | Date, facts: object): { readonly id: string } & object {
  const at = typeof observedAt === "string" ? observedAt : observedAt.toISOString();
  return { id: `sighting-${process.pid}-${(count += 1)}`, placeId, observedAt: at, source: "tests", ...facts };
}

export const collectorHeaders = {
  authorization: `Bearer ${COLLECTOR_TOKEN}`,
  "content-type": "application/x-ndjson",
} as const;
