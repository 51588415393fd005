/** How a business engages with those who review it, as grades from A to F over the last 90 days: the rule is the table below. */
import { PERIODS, type PlaceFigures } from "./place-figures";
import { mean, rounded, share } from "./statistics";

export const grades = ["A", "B", "C", "D", "F"] as const;
export type Grade = (typeof grades)[number];

interface Subject {
  readonly of: (figures: PlaceFigures) => { readonly value: number | null; readonly n: number };
  /** The least value for A, B, C and D. */
  readonly least: readonly [number, number, number, number];
}

/** Fewer reviews than this say too little for a grade. */
export const GRADED_FROM = 3;

const RESPONSES = [0.9, 0.75, 0.5, 0.25] as const;
export const REPORT_RULE = {
  responseRate: {
    of: ({ recent }) => ({ value: share(recent.answered, recent.answerable), n: recent.answerable }),
    least: RESPONSES,
  },
  lowRatingResponseRate: {
    of: ({ recent }) => ({ value: share(recent.lowAnswered, recent.lowAnswerable), n: recent.lowAnswerable }),
    least: RESPONSES,
  },
  averageRating: {
    of: ({ recent }) => ({ value: recent.averageRating, n: recent.n }),
    least: [4.5, 4.2, 3.8, 3.3],
  },
  reviewGrowth: {
    of: ({ recent, before }) => ({ value: share(recent.n, before.n), n: before.n }),
    least: [1.25, 1, 0.75, 0.5],
  },
} as const satisfies Readonly<Record<string, Subject>>;

export type ReportSubject = keyof typeof REPORT_RULE;
export const reportSubjects = Object.keys(REPORT_RULE) as readonly ReportSubject[];

export interface Graded {
  readonly subject: ReportSubject;
  readonly value: number | null;
  /** Of how many reviews; `reviewGrowth`: those of the 90 days before, which the last 90 are compared with. */
  readonly n: number;
  readonly periodDays: number;
  /** Null where there are too few reviews to tell. */
  readonly grade: Grade | null;
}

export interface ReportCard {
  readonly overall: Grade | null;
  readonly subjects: readonly Graded[];
}

export function reportCard(figures: PlaceFigures): ReportCard {
  const subjects = reportSubjects.map((subject): Graded => {
    const { of, least }: Subject = REPORT_RULE[subject];
    const { value, n } = of(figures);
    const told = rounded(value, 3);
    const grade = told === null || n < GRADED_FROM ? null : gradeOf(told, least);
    return { subject, value: told, n, periodDays: PERIODS.recent, grade };
  });
  const given = subjects.flatMap(({ grade }) => (grade === null ? [] : [grades.indexOf(grade)]));
  const middle = mean(given);
  return { overall: middle === null ? null : (grades[Math.round(middle)] ?? null), subjects };
}

function gradeOf(value: number, least: Subject["least"]): Grade {
  const at = least.findIndex((bound) => value >= bound);
  return grades[at === -1 ? least.length : at] as Grade;
}
