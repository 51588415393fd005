/** A drawn chart is well-formed whatever places are called, holds no script, and says in words what it shows. */
import { load } from "cheerio";
import fc from "fast-check";
import { PLACES_MAX } from "../../../domain/embeds";
import { drawChart, escaped, type Chart } from "../../../read-api/dealings/embed-chart";

const chart: Chart = {
  title: "How we are rated",
  figure: "Rating",
  digits: 1,
  from: "2026-01-01",
  to: "2026-01-11",
  series: [
    {
      name: "Harbour Café",
      points: [
        { day: "2026-01-01", value: 4 },
        { day: "2026-01-06", value: 4.5 },
        { day: "2026-01-11", value: 5 },
      ],
    },
    { name: "Fjord Coffee", points: [] },
  ],
};
const drawn = (one: Chart) => load(drawChart(one), { xml: true });

test("it has a title and says in words what it shows, with n, and what is not stored", () => {
  const $ = drawn(chart);
  expect($("svg").attr("role")).toBe("img");
  expect($("svg").attr("aria-labelledby")).toBe("title desc");
  expect($("#title").text()).toBe("How we are rated");
  expect($("#desc").text()).toBe(
    "Rating from 2026-01-01 to 2026-01-11, n being the days with a stored fact. Harbour Café: 5.0 on 2026-01-11 (n = 3); Fjord Coffee: nothing stored (n = 0).",
  );
});

test("days are placed by their date, and figures by their size", () => {
  const points =
    drawn(chart)("polyline")
      .attr("points")
      ?.split(" ")
      .map((one) => one.split(",").map(Number)) ?? [];
  expect(points.map(([x]) => x)).toEqual([56, 340, 624]);
  const heights = points.map(([, y]) => y ?? 0);
  expect(heights[0]).toBeGreaterThan(heights[1] ?? 0);
  expect((heights[0] ?? 0) - (heights[1] ?? 0)).toBeCloseTo((heights[1] ?? 0) - (heights[2] ?? 0), 0);
});

test("where nothing is stored it says so", () => {
  const $ = drawn({ ...chart, series: [{ name: "Harbour Café", points: [] }] });
  expect($("polyline")).toHaveLength(0);
  expect($("text").text()).toContain("Nothing is stored of these days.");
});

test("it is drawn for light and dark pages, and without inline styles", () => {
  expect(drawChart(chart)).toContain("@media (prefers-color-scheme:dark)");
  expect(drawChart(chart)).not.toMatch(/ style=/);
});

test("whatever anything is called stays text: no element, no attribute and no character that XML does not know", () => {
  const name = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("<script>alert(1)</script>", `" onload="x`, "]]>&lt;"),
  );
  const value = fc.double({ min: 0, max: 5, noNaN: true });
  const one = fc.record({ name, points: fc.array(value, { maxLength: 5 }) });
  fc.assert(
    fc.property(name, fc.array(one, { maxLength: PLACES_MAX }), (title, all) => {
      const series = all.map(({ name: called, points }) => ({
        name: called,
        points: points.map((figure, at) => ({ day: `2026-01-0${at + 1}`, value: figure })),
      }));
      const text = drawChart({ ...chart, title, series });
      const tags = new Set([...text.matchAll(/<\/?([a-z]+)/g)].map(([, tag]) => tag));
      expect(
        [...tags].filter(
          (tag) => !["svg", "title", "desc", "style", "rect", "text", "line", "polyline", "circle"].includes(tag ?? ""),
        ),
      ).toEqual([]);
      for (const [tag] of text.matchAll(/<[^>]*>/g)) expect(tag).not.toMatch(/ (on\w+|href)=|NaN|Infinity/);
      expect(text).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/);
      expect(text).not.toMatch(/\p{Surrogate}/u);
      expect(load(text, { xml: true })("#title").text()).toBe(
        load(`<a>${escaped(title)}</a>`, { xml: true })("a").text(),
      );
    }),
  );
});
