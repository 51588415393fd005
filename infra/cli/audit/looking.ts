/** `audit history`, `state`, `diff` and `looks`: what the endpoints for auditors show, asked for on the command line. */
import type { OpenAudit } from "../../composition/programs/open-audit";
import { historyEventOf } from "../../../read-api/audit/business-history";
import { historyQuery, selectedHistory } from "../../../read-api/audit/history-page";
import { looksAt } from "../../../read-api/audit/list-business-looks";
import { diffOf, diffQuery, stateOf, stateQuery } from "../../../read-api/audit/past-view";
import { diffLines, historyHeading, historyLine, lookLine, looksHeading, stateLines } from "./layout";
import { json, type Output } from "./output";
import { readAs, type Words } from "./words";

type Asked = Words["asked"];
export type Look = (audit: OpenAudit, businessId: string, asked: Asked, output: Output) => Promise<void>;

const LOOKS_PAGE = 1_000;

/** Positions are inclusive here, as people count; the endpoint's `after` is not. */
export function selectionOf({ from, to, ...asked }: Asked) {
  const isPosition = (moment: string | undefined): moment is string => /^\d+$/.test(moment ?? "");
  const begin = isPosition(from) ? { after: Math.max(0, Number(from) - 1) } : { from };
  const end = isPosition(to) ? { until: to } : { to };
  return readAs(historyQuery.omit({ limit: true, cursor: true }), { ...asked, ...begin, ...end });
}

export const history: Look = async ({ engines: { log } }, businessId, asked, output) => {
  const selection = selectionOf(asked);
  if (output.text) await output.line(historyHeading());
  for await (const event of selectedHistory(log, businessId, selection)) {
    const shown = historyEventOf(event);
    await output.line(output.text ? historyLine(shown, output.width) : JSON.stringify(shown));
  }
};

export const state: Look = async ({ engines: { log }, timeTravel }, businessId, asked, output) => {
  const found = await stateOf({ log, timeTravel }, businessId, readAs(stateQuery, asked));
  for (const line of output.text ? stateLines(found, output.width) : [json(found)]) await output.line(line);
};

export const diff: Look = async ({ engines: { log }, timeTravel }, businessId, asked, output) => {
  const found = await diffOf({ log, timeTravel }, businessId, readAs(diffQuery, asked));
  for (const line of output.text ? diffLines(found, output.width) : [json(found)]) await output.line(line);
};

export const looks: Look = async ({ engines: { log } }, businessId, _asked, output) => {
  if (output.text) await output.line(looksHeading());
  for (let from: number | undefined, more = true; more;) {
    const page = await looksAt(log, businessId, LOOKS_PAGE, from);
    for (const look of page.looks) await output.line(output.text ? lookLine(look, output.width) : JSON.stringify(look));
    from = page.next;
    more = from !== undefined;
  }
};
