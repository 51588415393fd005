/** At every moment of a recorded history the past is what it was: rows, states, and what changed between two moments. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { historyStreams } from "../../../domain/business-streams";
import type { Recorded } from "../../../domain/fold/event";
import { projections } from "../../../infra/composition/catalogue/projections";
import { stepsOf } from "../../../infra/projector/fold-rows";
import type { Change, Folded, Moment } from "../../../infra/time-travel/time-travel";
import { allEvents } from "../../support/all-events";
import { recordedHistory } from "../../support/recorded-history";
import { openLog, serverName, stopPeer } from "../event-log/eventstoredb-under-test";
import { occurredAt, openPast, type PastStage } from "./past-stage";
import { eventsOf, liveTables, namingsOf, plainAggregates, upTo } from "./plain-past";

const SEED = 20_261_121;
const history = recordedHistory(SEED, 700);
const businesses = ["b0.0", "b0.1", "b0.2", "b1.0", "b1.1", "b1.2"];
const [POSITIONS, PAIRS] = [20, 20];

let past: PastStage;
let events: readonly Recorded[];
let head: number;

beforeAll(async () => {
  past = await openPast();
  head = await past.record(history);
  events = await allEvents(past.log);
}, 60_000);
afterAll(async () => {
  await past.end();
  await stopPeer();
});

const positions = (count: number, seed: number) =>
  fc.sample(fc.integer({ min: 0, max: head }), { seed, numRuns: count });
const inOrder = (positions: readonly number[]) => [...positions].sort((a, b) => a - b);

it("the rows are those that the live tables held, and the states those of a plain fold", async () => {
  const timeTravel = past.travel();
  const met = new Set<string>();
  for (const position of inOrder([...positions(POSITIONS, SEED), head])) {
    await past.follow(position);
    const before = upTo(events, position);
    for (const businessId of businesses) {
      const folded = await timeTravel.fold(businessId, { position });
      const live = await liveTables(past, businessId, new Set(namingsOf(businessId, before).keys()));
      expect({ businessId, position, tables: folded.tables }).toEqual({ businessId, position, tables: live });
      const byStream = [...folded.aggregates].sort((a, b) => (a.stream < b.stream ? -1 : 1));
      const plainly = [...plainAggregates(businessId, before)].sort((a, b) => (a.stream < b.stream ? -1 : 1));
      expect(byStream).toEqual(plainly);
      const last = eventsOf(businessId, before).at(-1);
      expect(folded.position).toBe(last?.position ?? 0);
      expect(folded.occurredAt).toBe(last?.metadata.occurredAt ?? null);
      for (const { table, rows } of folded.tables) if (rows.length > 0) met.add(table);
    }
  }
  expect(inOrderOfName(met)).toEqual(inOrderOfName(timeTravel.tables));
}, 60_000);

const inOrderOfName = (names: Iterable<string>) => [...names].sort();

it("an instant holds everything up to the first event that occurred after it", async () => {
  const timeTravel = past.travel();
  const own = events.filter(({ stream }) => historyStreams("b0.0").includes(stream));
  for (const { position } of fc.sample(fc.constantFrom(...own), { seed: SEED + 1, numRuns: 5 })) {
    const at = (milliseconds: number) => new Date(Date.parse(occurredAt(position)) + milliseconds).toISOString();
    const inOtherWords = at(0).replace("Z", "+00:00");
    const there = await timeTravel.fold("b0.0", { position });
    for (const instant of [at(0), at(999), inOtherWords]) {
      expect(await timeTravel.fold("b0.0", { instant })).toEqual(there);
    }
    const before = await timeTravel.fold("b0.0", { position: position - 1 });
    expect(await timeTravel.fold("b0.0", { instant: at(-1) })).toEqual(before);
  }
});

/** All subjects of a fold with their values, those that are there. */
function subjectsOf({ aggregates, tables }: Folded): ReadonlyMap<string, unknown> {
  const rows = tables.flatMap(({ table, key, rows }) =>
    rows.map((row) => [JSON.stringify([table, ...key.map((name) => row[name])]), row] as const),
  );
  return new Map([...aggregates.map(({ stream, state }) => [JSON.stringify([stream]), state] as const), ...rows]);
}

const nameOf = ({ subject }: Change): string =>
  JSON.stringify("stream" in subject ? [subject.stream] : [subject.table, ...Object.values(subject.key)]);

/** Which of these events touch a subject. */
function touching(name: string, seen: readonly Recorded[]): readonly Recorded[] {
  const [of, ...key] = JSON.parse(name) as readonly string[];
  const projection = projections.find(({ table }) => table === of);
  if (projection === undefined) return seen.filter(({ stream }) => stream === of);
  const touched = stepsOf(projection, seen).filter(({ id }) => id === JSON.stringify(key));
  return touched.map(({ event }) => event);
}

it("between two moments exactly that changed which differs, because of the events that touched it", async () => {
  const timeTravel = past.travel();
  const met = { added: 0, altered: 0, cameIntoSight: 0 };
  const pairs = positions(PAIRS * 2, SEED + 2);
  for (const [index, businessId] of [...Array(PAIRS).keys()].map((at) => [at, businesses[at % 6] ?? ""] as const)) {
    const [from = 0, to = 0] = inOrder(pairs.slice(index * 2, index * 2 + 2));
    const [then, now] = [
      await timeTravel.fold(businessId, { position: from }),
      await timeTravel.fold(businessId, { position: to }),
    ];
    const compared = await timeTravel.compare(businessId, { position: from }, { position: to });
    const { position, occurredAt: instant } = then;
    expect(compared.from).toEqual({ position, occurredAt: instant });
    expect(compared.to).toEqual({ position: now.position, occurredAt: now.occurredAt });

    const seen = eventsOf(businessId, upTo(events, to));
    const between = seen.filter((event) => event.position > from);
    expect(compared.events.map(({ id }) => id)).toEqual(between.map(({ id }) => id));

    const [before, after] = [subjectsOf(then), subjectsOf(now)];
    const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
      (name) => !isDeepStrictEqual(before.get(name), after.get(name)),
    );
    expect(compared.changes.map(nameOf).sort()).toEqual(differing.sort());
    const namings = namingsOf(businessId, seen);
    for (const change of compared.changes) {
      const name = nameOf(change);
      expect([change.before, change.after]).toEqual([before.get(name) ?? null, after.get(name) ?? null]);
      const naming = (event: Recorded) => namings.get(event.stream);
      const because = touching(name, seen).flatMap((event) => {
        if (event.position > from) return [event];
        const named = naming(event);
        return named !== undefined && named.position > from ? [named] : [];
      });
      const ids = [...new Set(because.sort((a, b) => a.position - b.position).map(({ id }) => id))];
      expect({ name, because: change.because }).toEqual({ name, because: ids });
      met.cameIntoSight += because.some((event) => [...namings.values()].includes(event) && "table" in change.subject)
        ? 1
        : 0;
      met[change.before === null ? "added" : "altered"] += 1;
    }
    const back = await timeTravel.compare(businessId, { position: to }, { position: from });
    const turned = compared.changes.map(({ before: was, after: is, ...rest }) => ({ ...rest, before: is, after: was }));
    expect(back).toEqual({ ...compared, from: compared.to, to: compared.from, changes: turned });
  }
  expect(Object.values(met).every((count) => count > 0)).toBe(true);
}, 60_000);

it("what was touched and is again as it was is no change", async () => {
  const { changes } = await past.travel().compare("b0.0", { position: head }, { position: head });
  expect(changes).toEqual([]);
});

it(`it is the same with the log in ${serverName}`, async () => {
  const log = await openLog();
  try {
    await past.record(history, log);
    const [here, there] = [past.travel(), past.travel({ log })];
    const withoutPositions = ({ aggregates, tables, occurredAt: last }: Folded) => ({
      aggregates,
      last,
      tables: tables.map(({ rows, ...table }) => ({
        ...table,
        rows: rows.map((row) =>
          Object.fromEntries(Object.entries(row).filter(([name]) => !/(^|_)position$/.test(name))),
        ),
      })),
    });
    for (const position of positions(4, SEED + 3)) {
      const instant: Moment = { instant: occurredAt(position) };
      const found = await there.fold("b0.1", instant);
      expect(withoutPositions(found)).toEqual(withoutPositions(await here.fold("b0.1", instant)));
      // The position that an instant led to leads to the same.
      expect(await there.fold("b0.1", { position: found.position })).toEqual(found);
    }
  } finally {
    await log.close();
  }
}, 60_000);
