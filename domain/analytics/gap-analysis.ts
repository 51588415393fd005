/** Where a business stands among its tracked competitors, figure by figure: raw stored facts, their median and the best of them. */
import { PERIODS, responseRate, type PlaceFigures } from "./place-figures";
import { median, rounded } from "./statistics";

interface Comparable {
  /** Null where it is not known of a place. */
  readonly of: (figures: PlaceFigures) => number | null;
  readonly better: "more" | "less";
  readonly periodDays: number | null;
  readonly digits: number;
}

const comparables = {
  rating: { of: ({ rating }) => rating, better: "more", periodDays: null, digits: 2 },
  reviewCount: { of: ({ reviewCount }) => reviewCount, better: "more", periodDays: null, digits: 1 },
  recentReviews: {
    of: ({ reviewed, recent }) => (reviewed ? recent.n : null),
    better: "more",
    periodDays: PERIODS.recent,
    digits: 1,
  },
  ownerResponseRate: {
    of: ({ responses }) => responseRate(responses),
    better: "more",
    periodDays: PERIODS.responses,
    digits: 3,
  },
  photos: { of: ({ photos }) => photos, better: "more", periodDays: null, digits: 1 },
  localPackRank: { of: ({ localPackRank }) => localPackRank, better: "less", periodDays: null, digits: 1 },
} as const satisfies Readonly<Record<string, Comparable>>;

export type GapFigure = keyof typeof comparables;
export const gapFigures = Object.keys(comparables) as readonly GapFigure[];

/** A tracked competitor with what is known of its place. */
export interface Rival {
  readonly id: string;
  readonly name: string;
  /** Takes part in no figure: nobody competes with it any more. */
  readonly permanentlyClosed: boolean;
  readonly figures: PlaceFigures;
}

export interface Gap {
  readonly figure: GapFigure;
  readonly better: "more" | "less";
  readonly periodDays: number | null;
  readonly own: number | null;
  readonly competitors: {
    /** Of how many competitors it is known. */
    readonly n: number;
    readonly median: number | null;
    readonly best: { readonly id: string; readonly name: string; readonly value: number } | null;
  };
  /** Own less median: above 0 is better where more is better. Null where either is not known. */
  readonly gap: number | null;
  /** 1 for nobody better; null where the own figure is not known. */
  readonly rank: number | null;
}

export function gapAnalysis(own: PlaceFigures, rivals: readonly Rival[]): Gap[] {
  const open = rivals.filter(({ permanentlyClosed }) => !permanentlyClosed);
  return gapFigures.map((figure) => {
    const { of, better, periodDays, digits }: Comparable = comparables[figure];
    const sign = better === "more" ? 1 : -1;
    const known = open.flatMap(({ id, name, figures }) => {
      const value = rounded(of(figures), digits);
      return value === null ? [] : [{ id, name, value }];
    });
    const mine = rounded(of(own), digits);
    const middle = rounded(median(known.map(({ value }) => value)), digits);
    const best = known.reduce<(typeof known)[number] | null>(
      (leader, one) => (leader === null || sign * one.value > sign * leader.value ? one : leader),
      null,
    );
    return {
      figure,
      better,
      periodDays,
      own: mine,
      competitors: { n: known.length, median: middle, best },
      gap: mine === null || middle === null ? null : rounded(mine - middle, digits),
      rank: mine === null ? null : 1 + known.filter(({ value }) => sign * value > sign * mine).length,
    };
  });
}
