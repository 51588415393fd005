/** Takes the readable text out of HTML that others wrote: bounded in time and depth, without scripts, styles and what is hidden. */
import { load } from "cheerio";

export interface PageText {
  readonly title: string | null;
  readonly description: string | null;
  /** Its visible words, with single spaces between them. */
  readonly text: string;
}

/**
 * What follows after so many tags is not read. Parsers need time by the square of how deep a page nests: with so many, the worst
 * page takes a fraction of a second.
 */
const TAGS_MAX = 8_000;
const UNREAD = "script, style, noscript, template, iframe, object, embed, svg, canvas, textarea, select";
const HIDDEN = '[hidden], [aria-hidden="true"], [style*="display:none" i], [style*="display: none" i]';
const INVISIBLE = '[style*="visibility:hidden" i], [style*="visibility: hidden" i]';
/** Nothing is read of them but the title. */
const HEAD = "head, title";
const LINE_CHARS_MAX = 500;

export function pageText(html: string): PageText {
  // Not the parser of browsers, whose rules of repair cost far more than the nesting of a page is worth.
  const $ = load(bounded(html), { xml: { xmlMode: false, decodeEntities: true } });
  const title = $("title").first().text();
  const said = (name: string) => $(`meta[name="${name}" i], meta[property="${name}" i]`).first().attr("content") ?? "";
  const description = said("description") === "" ? said("og:description") : said("description");
  $(`${UNREAD}, ${HIDDEN}, ${INVISIBLE}, ${HEAD}`).remove();
  const [root] = $.root().get();
  return { title: line(title), description: line(description), text: flat(root === undefined ? "" : wordsIn(root)) };
}

function bounded(html: string): string {
  const tags = html.matchAll(/<[a-z/]/gi);
  let seen = 0;
  for (const tag of tags) if ((seen += 1) > TAGS_MAX) return html.slice(0, tag.index);
  return html;
}

const flat = (text: string): string => text.replace(/\s+/g, " ").trim();

function line(text: string): string | null {
  const whole = flat(text).slice(0, LINE_CHARS_MAX);
  return whole === "" ? null : whole;
}

interface Node {
  readonly type: string;
  readonly data?: string;
  readonly children?: readonly unknown[];
}

/** In the order of the page; without recursion, because a page may nest as deep as it likes. */
function wordsIn(root: unknown): string {
  const words: string[] = [];
  const left: unknown[] = [root];
  while (left.length > 0) {
    const { type, data, children = [] } = left.pop() as Node;
    if (type === "text" && data !== undefined) words.push(data);
    for (let at = children.length - 1; at >= 0; at -= 1) left.push(children[at]);
  }
  return words.join(" ");
}
