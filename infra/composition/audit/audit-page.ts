/** The page `/audit`: administrators look at a business's history on it. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { historyAggregates } from "../../../domain/business-streams";
import { removals } from "../../../domain/removals";
import type { Page } from "../../http/pages";

const UPLOT = join(dirname(require.resolve("uplot/package.json")), "dist");

/** Compiled or not, the program runs below the folder that holds `package.json`, and the page ships uncompiled. */
function projectFolder(from: string): string {
  if (existsSync(join(from, "package.json"))) return from;
  if (dirname(from) === from) throw new Error("The project's folder was not found: no package.json stands above it.");
  return projectFolder(dirname(from));
}

const eventTypes = [...historyAggregates, removals].flatMap(({ events }) => Object.keys(events)).sort();

const folder = join(projectFolder(__dirname), "infra", "composition", "audit", "audit-page");

export const auditPage: Page = {
  path: "/audit",
  folder,
  packaged: {
    "uplot.js": join(UPLOT, "uPlot.iife.min.js"),
    "uplot.css": join(UPLOT, "uPlot.min.css"),
  },
  values: { "event-types.json": eventTypes },
};

/** Throws where a file is not there, so that a service without its page does not start. */
export const auditPageTexts = () => ({
  index: readFileSync(join(folder, "index.html"), "utf8"),
  signIn: readFileSync(join(folder, "sign-in.html"), "utf8"),
});
