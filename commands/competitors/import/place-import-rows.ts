/** Gives each row of an import its place and its name, asking others for as few of them as it must. */
import { activeIn, activeOf, type CompetitorClaim, type Roster } from "../../../domain/competitors";
import type { Context } from "../../../infra/http/endpoint";
import type { Counting } from "../../account/count-today";
import { claimFields, claimOf } from "../competitor-claim";
import type { ImportRow, RowError, RowFault, RowTarget } from "./import-row";
import { meant, notMade, PlaceFinder, type FoundTarget } from "./place-finder";
import { isAlike } from "./place-names";
import { storedAround, storedCids, storedNames, storedRivals, type Rival } from "./stored-places";

/** A row that can be decided. */
export interface PlacedRow {
  readonly line: number;
  readonly value: string;
  readonly placeId: string;
  readonly claim: CompetitorClaim;
}

/** What the roster is before the import: who is on it need not be looked up, nor who finds no room. */
export interface Room {
  readonly roster: Roster;
  readonly quota: number;
  readonly ownPlaceId: string | null;
}

type Looking = Counting & Pick<Context<"business">, "business" | "read" | "now" | "dryRun">;

const LANES = 8;
/** Shorter than a request keeps its Idempotency-Key, so that nobody repeats the look-ups meanwhile. */
const LOOKING_MS = 12_000;

const rehearsal: RowFault = {
  code: "location_lookup_not_made",
  message: "A dry run looks no place up; this row needs a look-up.",
};

export async function placeImportRows(
  rows: readonly ImportRow[],
  context: Looking,
  room: Room,
): Promise<{ readonly placed: readonly PlacedRow[]; readonly errors: readonly RowError[] }> {
  const deadline = new AbortController();
  const cancel = context.services.clock.after(LOOKING_MS, () => deadline.abort());
  try {
    const stored = await lookThroughStored(context, rows, deadline.signal);
    const place = placing(context, room, stored, new PlaceFinder(context, deadline.signal), deadline.signal);
    const placed: PlacedRow[] = [];
    const errors: RowError[] = [];
    const waiting = rows[Symbol.iterator]();
    const lane = async (): Promise<void> => {
      for (const row of waiting) {
        const { line, value } = row;
        const outcome = await place(row);
        if ("code" in outcome) errors.push({ line, value, ...outcome });
        else placed.push({ line, value, ...outcome });
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    return { placed: placed.sort((one, other) => one.line - other.line), errors };
  } finally {
    cancel();
  }
}

interface Stored {
  readonly places: ReadonlyMap<ImportRow, FoundTarget>;
  readonly names: ReadonlyMap<string, string>;
}

/** The rows whose places are stored or said, and the stored names of those that say none. */
async function lookThroughStored({ read }: Looking, rows: readonly ImportRow[], signal: AbortSignal): Promise<Stored> {
  const cids = rows.flatMap(({ target }) => (target.kind === "cid" ? [target.cid] : []));
  const points = rows.flatMap(({ target }) => (target.kind === "point" ? [target] : []));
  const byCid = await storedCids(read, cids);
  const around = await storedAround(
    read,
    points.map(({ point }) => point),
    signal,
  );
  const byPoint = new Map(points.map((target, at) => [target, meant(around[at] ?? [], target.name)?.placeId]));
  const placeIdOf = (target: RowTarget): string | undefined => {
    if (target.kind === "place") return target.placeId;
    if (target.kind === "cid") return byCid.get(target.cid);
    return target.kind === "point" ? byPoint.get(target) : undefined;
  };
  const places = new Map<ImportRow, FoundTarget>();
  for (const row of rows) {
    const placeId = placeIdOf(row.target);
    const name = "name" in row.target ? row.target.name : null;
    if (placeId !== undefined) places.set(row, { placeId, name });
  }
  const unnamed = [...places].flatMap(([row, { placeId, name }]) => ((row.said.name ?? name) ? [] : [placeId]));
  return { places, names: await storedNames(read, unnamed) };
}

type Placed = Pick<PlacedRow, "placeId" | "claim">;

/** Rows are given in order, so that those which found a place before a row stand before it in the file. */
function placing(
  context: Looking,
  { roster, quota, ownPlaceId }: Room,
  stored: Stored,
  finder: PlaceFinder,
  signal: AbortSignal,
): (row: ImportRow) => Promise<Placed | RowFault> {
  const free = quota - activeIn(roster);
  const wanted = new Set<string>();
  const asked = new Map<string, Promise<FoundTarget | RowFault>>();

  const names = new Map<string, ReturnType<PlaceFinder["nameOf"]>>();
  let rivals: Promise<readonly Rival[]> | undefined;

  const lookUp = async (row: ImportRow): Promise<FoundTarget | RowFault> => {
    const { target } = row;
    const key = JSON.stringify(target, (_name, value: unknown) => (typeof value === "bigint" ? String(value) : value));
    const known = asked.get(key);
    if (known !== undefined) return known;
    if (wanted.size >= free) {
      rivals ??= storedRivals(context.read, context.business.id);
      return trackedAs(row, await rivals, roster) ?? notLookedUp(quota);
    }
    if (context.dryRun) return rehearsal;
    if (signal.aborted) return notMade;
    const finding = finder.find(target);
    asked.set(key, finding);
    return finding;
  };

  return async (row) => {
    const found = stored.places.get(row) ?? (await lookUp(row));
    if ("code" in found) return found;
    const placeId = claimFields.place_id.safeParse(found.placeId);
    if (!placeId.success) return { code: "invalid_row", message: "The row's place id cannot be one." };
    const isNew = !activeOf(roster).has(placeId.data) && placeId.data !== ownPlaceId && !wanted.has(placeId.data);
    if (isNew) wanted.add(placeId.data);
    const said = [row.said.name, found.name, stored.names.get(placeId.data)]
      .map(nameFrom)
      .find((name) => name !== null);
    if (said === undefined && isNew && wanted.size <= free && !context.dryRun && !names.has(placeId.data))
      names.set(placeId.data, finder.nameOf(placeId.data));
    const asked = said === undefined ? await names.get(placeId.data) : undefined;
    if (asked !== undefined && "code" in asked) {
      wanted.delete(placeId.data);
      return asked;
    }
    const name = said ?? nameFrom(asked?.name) ?? placeId.data;
    return { placeId: placeId.data, claim: claimOf({ ...row.said, name }) };
  };
}

const notLookedUp = (quota: number): RowFault => ({
  code: "competitor_quota_reached",
  message: `The plan allows ${quota} competitors. With all of them used the row was not looked up, so it is not known whether its place is tracked already.`,
});

/** The competitor of the row's name and address, or of its name where neither has an address. */
function trackedAs({ said: { name, address } }: ImportRow, rivals: readonly Rival[], roster: Roster) {
  if (name === undefined) return undefined;
  const rival = rivals.find(
    ({ placeId, names, addresses }) =>
      activeOf(roster).has(placeId) &&
      names.some((one) => isAlike(one, name)) &&
      (address === undefined ? addresses.length === 0 : addresses.some((one) => isAlike(one, address))),
  );
  return rival === undefined ? undefined : { placeId: rival.placeId, name };
}

function nameFrom(text: string | null | undefined): string | null {
  const parsed = claimFields.name.safeParse(text);
  return parsed.success ? parsed.data : null;
}
