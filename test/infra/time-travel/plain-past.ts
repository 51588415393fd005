/** The past worked out in the plainest way, from a list of all events: what the engine has to agree with. */
import { historyStreams, watchedStream } from "../../../domain/business-streams";
import { parseStreamName, streamName } from "../../../domain/fold/aggregate";
import type { Recorded } from "../../../domain/fold/event";
import { foldedInThePast } from "../../../infra/composition/audit/time-travel";
import type { Row } from "../../../infra/projector/table-statements";
import { plain } from "../../../infra/time-travel/folding";
import type { FoldedAggregate, FoldedTable } from "../../../infra/time-travel/time-travel";
import type { PastStage } from "./past-stage";

export const upTo = (events: readonly Recorded[], position: number): readonly Recorded[] =>
  events.filter((event) => event.position <= position);

/** The streams of the places that a business watches after these events, each with the event that first named it. */
export function namingsOf(businessId: string, events: readonly Recorded[]): ReadonlyMap<string, Recorded> {
  const own = events.filter(({ stream }) => historyStreams(businessId).includes(stream));
  const named = own.flatMap((event) => {
    const place = watchedStream(event);
    return place === undefined ? [] : [[place, event] as const];
  });
  return new Map(named.reverse());
}

/** The events of a business and of its places. */
export function eventsOf(businessId: string, events: readonly Recorded[]): readonly Recorded[] {
  const streams = new Set([...historyStreams(businessId), ...namingsOf(businessId, events).keys()]);
  return events.filter(({ stream }) => streams.has(stream));
}

/** What the live tables hold of a business and its places, as the engine gives it. */
export async function liveTables(
  stage: PastStage,
  businessId: string,
  places: ReadonlySet<string>,
): Promise<readonly FoldedTable[]> {
  const kept = ({ business, place }: Readonly<Partial<Record<string, string>>>, row: Row) =>
    (business !== undefined && row[business] === businessId) ||
    (place !== undefined && places.has(streamName("place", String(row[place]))));
  const ofBusinesses = foldedInThePast.projections.filter(({ erasedWith }) => {
    return "business" in erasedWith || "place" in erasedWith;
  });
  return Promise.all(
    ofBusinesses.map(async ({ table, key, erasedWith }) => {
      const rows = (await stage.rows(table)).filter((row) => kept(erasedWith, row));
      const idOf = (row: Row) => JSON.stringify(key.map((name) => row[name]));
      return { table, key, rows: [...rows].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1)) };
    }),
  );
}

export function plainAggregates(businessId: string, events: readonly Recorded[]): readonly FoldedAggregate[] {
  return historyStreams(businessId).flatMap((stream) => {
    const own = events.filter((event) => event.stream === stream);
    const { category } = parseStreamName(stream);
    const aggregate = foldedInThePast.aggregates.find((one) => one.category === category);
    if (aggregate === undefined || own.length === 0) return [];
    const state = plain(own.reduce(aggregate.evolve, aggregate.initial));
    return [{ stream, category, revision: own.length - 1, state }];
  });
}
