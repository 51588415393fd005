/** The page that a request for drafts names: read, and told of, or said why it cannot be. */
import type { GeneratedContent } from "../../domain/content";
import type { SourceText } from "../../domain/content/facts";
import { firstCharacters } from "../../domain/first-characters";
import { invalid, type Failure } from "../../infra/http/failure";
import {
  PAGE_BYTES_MAX,
  readWebPage,
  type Reading,
  type WebPageFault,
} from "../../infra/outbound/web-page/read-web-page";
import { storableText } from "../shown-text";

export interface SourcePage {
  /** What a draft is written from. */
  readonly source: SourceText;
  /** What is kept of it. */
  readonly told: NonNullable<GeneratedContent["sourcePage"]>;
}

/** Of the text, what a model is given, and what is kept. */
const TEXT_CHARS_MAX = 12_000;
const EXCERPT_CHARS_MAX = 280;
const URL_CHARS_MAX = 2_048;

const sentences: Readonly<Record<WebPageFault, string>> = {
  not_public: "The URL does not lead to a public http:// or https:// page.",
  robots_forbid: "The robots.txt of the site does not let its page be read.",
  robots_not_reached: "The robots.txt of the site cannot be read at the moment, so its page is left alone.",
  not_html: "The URL leads to something else than an HTML page.",
  too_big: `The page is longer than the ${PAGE_BYTES_MAX / 1_024} KB that are read.`,
  not_reached: "The page could not be had: it answered with an error, too late, or not at all.",
};

/** Throws a 400 Failure that names the body's `sourceUrl`. */
export async function readSource(url: string, reading: Reading): Promise<SourcePage> {
  const page = await readWebPage(url, reading);
  if ("fault" in page) throw sourceFailure(page.fault);
  const [title, description] = [page.title, page.description].map((text) =>
    text === null ? null : storableText(text, text.length),
  ) as [string | null, string | null];
  const text = storableText(page.text, page.text.length);
  const wordCount = text === "" ? 0 : text.split(" ").length;
  const excerptPreview = firstCharacters(text, EXCERPT_CHARS_MAX);
  return {
    source: { title, description, text: firstCharacters(text, TEXT_CHARS_MAX) },
    told: { url: storableText(page.url, URL_CHARS_MAX), title, description, wordCount, excerptPreview },
  };
}

const sourceFailure = (fault: WebPageFault): Failure => invalid([{ path: "sourceUrl", message: sentences[fault] }]);
