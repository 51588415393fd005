/** Who shall have which name. Pure, so that processes that see the same come to the same answer without talking. */

/** A process that lives, and what it wants by kind. */
export interface Seeker {
  /** Grows in the order of joining. */
  readonly holder: number;
  readonly wants: Readonly<Record<string, readonly string[]>>;
  /** It has lived for long enough to be worth moving names for. */
  readonly settled: boolean;
}

/** A name and the living process that holds it; null where it is free. */
export interface Place {
  readonly kind: string;
  readonly name: string;
  readonly holder: number | null;
  readonly fence: number;
}

export interface Moves {
  readonly take: readonly Place[];
  readonly give: readonly Place[];
}

/**
 * What `me` takes and gives back now. A free name goes to who has the fewest of those that want it; a held one moves where its
 * holder has two more than somebody who wants it, so that nothing moves back. The names moved are those taken last.
 */
export function share(me: number, seekers: readonly Seeker[], places: readonly Place[]): Moves {
  const moves = [...new Set(places.map(({ kind }) => kind))].map((kind) =>
    shareKind(
      me,
      places.filter((place) => place.kind === kind),
      seekers.map(({ holder, wants, settled }) => ({ holder, settled, names: new Set(wants[kind] ?? []) })),
    ),
  );
  return { take: moves.flatMap(({ take }) => take), give: moves.flatMap(({ give }) => give) };
}

interface Candidate {
  readonly holder: number;
  readonly settled: boolean;
  readonly names: ReadonlySet<string>;
}

function shareKind(me: number, places: readonly Place[], candidates: readonly Candidate[]): Moves {
  const loads = new Map<number, number>();
  const load = (holder: number) => loads.get(holder) ?? 0;
  for (const { holder } of places) if (holder !== null) loads.set(holder, load(holder) + 1);
  const fewest = (name: string, among: readonly Candidate[]) =>
    among
      .filter(({ names }) => names.has(name))
      .sort((one, other) => load(one.holder) - load(other.holder) || one.holder - other.holder)[0]?.holder;

  const take = places.filter(({ name, holder }) => {
    const next = holder === null ? fewest(name, candidates) : undefined;
    if (next !== undefined) loads.set(next, load(next) + 1);
    return next === me;
  });

  const give: Place[] = [];
  const settled = candidates.filter((candidate) => candidate.settled);
  const held = places.flatMap((place) => (place.holder === null ? [] : [{ place, holder: place.holder }]));
  held.sort((one, other) => other.place.fence - one.place.fence);
  for (;;) {
    const [widest] = held
      .flatMap((one) => {
        const to = fewest(one.place.name, settled);
        return to === undefined ? [] : [{ one, to, gap: load(one.holder) - load(to) }];
      })
      .sort((one, other) => other.gap - one.gap);
    if (widest === undefined || widest.gap < 2) return { take, give };
    const { one, to } = widest;
    if (one.holder === me) give.push(one.place);
    held.splice(held.indexOf(one), 1);
    loads.set(one.holder, load(one.holder) - 1).set(to, load(to) + 1);
  }
}
