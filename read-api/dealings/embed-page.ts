/** What `/embed/:token` answers with: a chart as an SVG or in a page, or a page that says that there is none; with the policy of each. */
import { createHash } from "node:crypto";
import { Answer } from "../../infra/http/endpoint";
import { chartStyle, drawChart, escaped, type Chart } from "./embed-chart";

export const HTML = "text/html";
export const SVG = "image/svg+xml";

const pageStyle =
  "html{color-scheme:light dark}body{margin:0}svg{display:block;width:100%;height:auto}p{font:16px system-ui,sans-serif;margin:2em}";

const hashOf = (style: string): string => `'sha256-${createHash("sha256").update(style).digest("base64")}'`;

/** No script, nothing from elsewhere, no form; framed by these pages alone. */
const policy = (origins: readonly string[]): string =>
  [
    "default-src 'none'",
    `style-src ${hashOf(chartStyle)} ${hashOf(pageStyle)}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${origins.length === 0 ? "'none'" : origins.join(" ")}`,
  ].join("; ");

/** For the style of {@link plainPage}. */
export const stylePolicy = `style-src ${hashOf(pageStyle)}`;

export const plainPage = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escaped(title)}</title><style>${pageStyle}</style></head><body>${content}</body></html>\n`;

const common = { "cache-control": "no-cache", vary: "accept", "x-robots-tag": "noindex" };

/** Asked for again each time, so that one that is taken back is gone at once; what has not changed is 304. */
export function chartAnswer(chart: Chart, form: typeof HTML | typeof SVG, origins: readonly string[]): Answer {
  const svg = drawChart(chart);
  const body = form === SVG ? `<?xml version="1.0" encoding="UTF-8"?>\n${svg}\n` : plainPage(chart.title, svg);
  return new Answer(200, body, {
    ...common,
    "content-type": `${form}; charset=utf-8`,
    "content-security-policy": policy(origins),
    // The older header knows no list of origins, and would forbid what the policy allows: it is left out.
    "x-frame-options": origins.length === 0 ? "DENY" : [],
    // Whoever has the address may show the picture.
    "cross-origin-resource-policy": "cross-origin",
  });
}

/** The same to the letter whyever there is none. */
export const nothingAnswer = (): Answer =>
  new Answer(404, plainPage("There is nothing here", "<p>There is nothing here.</p>"), {
    ...common,
    "content-type": `${HTML}; charset=utf-8`,
    "content-security-policy": policy([]),
    "x-frame-options": "DENY",
  });

/** The ending of the address decides, and otherwise what the client takes: browsers ask for pages as HTML, for pictures as SVG. */
export function formOf(ending: string | undefined, accept: string | undefined): typeof HTML | typeof SVG {
  if (ending !== undefined) return ending === ".svg" ? SVG : HTML;
  const takes = (accept ?? "").toLowerCase();
  return takes.includes(SVG) && !takes.includes(HTML) ? SVG : HTML;
}
