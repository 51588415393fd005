/** The page `/audit`: administrators look at a business's history on it. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { historyAggregates } from "../../../domain/business-streams";
import { removals } from "../../../domain/removals";
import { accountOf } from "../../http/authentication";
import type { Authenticator } from "../../http/authenticator";
import type { Page } from "../../http/pages";

const UPLOT = join(dirname(require.resolve("uplot/package.json")), "dist");

/** Compiled or not, the program runs below the folder that holds `package.json`, and the page ships uncompiled. */
function projectFolder(from: string): string {
  if (existsSync(join(from, "package.json"))) return from;
  if (dirname(from) === from) throw new Error("The project's folder was not found: no package.json stands above it.");
  return projectFolder(dirname(from));
}

const eventTypes = [...historyAggregates, removals].flatMap(({ events }) => Object.keys(events)).sort();

export const auditRoute = {
  surface: "audit",
  path: "/audit",
  access: "admin",
  file: "infra/composition/audit/audit-page.ts",
} as const;

export const auditPage = (authenticator: Pick<Authenticator, "session">): Page => ({
  path: auditRoute.path,
  folder: join(projectFolder(__dirname), "infra", "composition", "audit", "audit-page"),
  packaged: {
    "uplot.js": join(UPLOT, "uPlot.iife.min.js"),
    "uplot.css": join(UPLOT, "uPlot.min.css"),
  },
  values: { "event-types.json": eventTypes },
  async admits(sessionToken) {
    const principal = sessionToken === undefined ? null : await authenticator.session(sessionToken);
    if (principal === null) return 401;
    return accountOf(principal)?.admin === true ? 200 : 403;
  },
});
