/** Engagement is graded by the bounds of the rule, and not where there is too little to tell. */
import { reportCard, type ReportSubject } from "../../../domain/analytics/report-card";
import { figures, reviews } from "./figures";

const gradesOf = (those: Parameters<typeof figures>[0]) => {
  const { overall, subjects } = reportCard(figures(those));
  return { overall, ...Object.fromEntries(subjects.map(({ subject, grade }) => [subject, grade])) };
};

test("each subject is graded by its own bounds, and the whole is their mean", () => {
  const recent = reviews({
    n: 12,
    averageRating: 4.2,
    answerable: 10,
    answered: 9,
    lowAnswerable: 4,
    lowAnswered: 2,
  });
  // A, C, B and F: 0 + 2 + 1 + 4 over four is 1.75, next to C.
  expect(gradesOf({ reviewed: true, recent, before: reviews({ n: 25 }) })).toEqual({
    overall: "C",
    responseRate: "A",
    lowRatingResponseRate: "C",
    averageRating: "B",
    reviewGrowth: "F",
  });
});

test.each<[ReportSubject, number, string]>([
  ["averageRating", 4.5, "A"],
  ["averageRating", 4.499, "B"],
  ["averageRating", 3.8, "C"],
  ["averageRating", 3.3, "D"],
  ["averageRating", 3.299, "F"],
])("%s of %d is graded %s", (subject, value, grade) => {
  expect(gradesOf({ recent: reviews({ n: 3, averageRating: value }) })).toMatchObject({ [subject]: grade });
});

test("fewer than three reviews get no grade, but their figures are told", () => {
  const recent = reviews({ n: 2, averageRating: 5, answerable: 2, answered: 2 });
  const { overall, subjects } = reportCard(figures({ reviewed: true, recent }));
  expect(overall).toBeNull();
  expect(subjects.map(({ value, n, grade }) => [value, n, grade])).toEqual([
    [1, 2, null],
    [null, 0, null],
    [5, 2, null],
    [null, 0, null],
  ]);
});
