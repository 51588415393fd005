/** Processes that see the same share names out evenly without talking, move none for nothing, and leave none to two. */
import fc from "fast-check";
import { share, type Place, type Seeker } from "../../../infra/leases/sharing";

const seeker = (holder: number, names: readonly string[], settled = true): Seeker => ({
  holder,
  settled,
  wants: { chore: names },
});
const place = (name: string, holder: number | null, fence = 1): Place => ({ kind: "chore", name, holder, fence });

/** Everybody looks at the same and does what it finds; what was given back is free in the next round. */
function rounds(seekers: readonly Seeker[], places: readonly Place[], count: number): (readonly Place[])[] {
  const history = [places];
  for (let round = 0; round < count; round += 1) {
    const seen = history.at(-1) ?? [];
    const moves = seekers.map(({ holder }) => ({ holder, ...share(holder, seekers, seen) }));
    history.push(
      seen.map((one) => {
        const taker = moves.find(({ take }) => take.includes(one));
        if (taker !== undefined) return { ...one, holder: taker.holder, fence: one.fence + 100 };
        return moves.some(({ give }) => give.includes(one)) ? { ...one, holder: null } : one;
      }),
    );
  }
  return history;
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
const loads = (seekers: readonly Seeker[], places: readonly Place[]) =>
  seekers.map(({ holder }) => places.filter((one) => one.holder === holder).length);

describe("sharing names out", () => {
  it("comes to rest within three rounds, each name held and the shares no more than one apart, whoever held what before", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.option(fc.integer({ min: 1, max: 5 })), { maxLength: 30 }),
        (processes, before) => {
          const seekers = Array.from({ length: processes }, (_, index) => seeker(index + 1, names(before.length)));
          const places = before.map((holder, index) =>
            place(`n${index}`, holder !== null && holder <= processes ? holder : null, index),
          );
          const history = rounds(seekers, places, 5);
          const shares = loads(seekers, history[3] ?? []);
          expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
          expect(history[3]?.every(({ holder }) => holder !== null)).toBe(true);
          expect(history[5]).toEqual(history[3]);
        },
      ),
    );
  });

  it("gives a name to nobody twice", () => {
    const seekers = [seeker(1, names(7)), seeker(2, names(7)), seeker(3, names(7))];
    const free = names(7).map((name) => place(name, null));
    const taken = seekers.flatMap(({ holder }) => share(holder, seekers, free).take.map(({ name }) => name));
    expect(taken.sort()).toEqual(names(7));
  });

  it("moves nothing for who has only just come, and gives it what is free all the same", () => {
    const seekers = [seeker(1, names(4)), seeker(2, names(4), false)];
    const places = [place("n0", 1), place("n1", 1), place("n2", 1), place("n3", null)];
    expect(share(1, seekers, places)).toEqual({ take: [], give: [] });
    expect(share(2, seekers, places).take.map(({ name }) => name)).toEqual(["n3"]);
  });

  it("moves those taken last, and no more of them than it takes", () => {
    const seekers = [seeker(1, names(4)), seeker(2, names(4))];
    const places = names(4).map((name, index) => place(name, 1, index));
    expect(share(1, seekers, places).give.map(({ name }) => name)).toEqual(["n3", "n2"]);
  });

  it("gives nobody a name that it does not want", () => {
    const seekers = [seeker(1, ["a", "b", "c"]), seeker(2, ["d"])];
    const places = [place("a", 1), place("b", 1), place("c", 1), place("d", null)];
    expect(share(1, seekers, places)).toEqual({ take: [], give: [] });
    expect(share(2, seekers, places).take.map(({ name }) => name)).toEqual(["d"]);
  });
});
