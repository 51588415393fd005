/** The files beside a page for people, which ship as they are and run from our own origin alone. Its HTML is an endpoint's. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Express } from "express";
import { taggedFile, taggedText } from "./tagged-files";

/** No inline script or style, nothing from elsewhere, and no text that a script could turn into markup. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** What a page is answered with. */
export const pageHeaders = { "content-type": "text/html; charset=utf-8", "content-security-policy": POLICY };

export interface Page {
  /** Where its HTML is served; its files are below. */
  readonly path: string;
  /** Holds its HTML and the files that it needs: these are open, since they tell nothing. */
  readonly folder: string;
  /** Files of packages, by the name under which the page asks for them. */
  readonly packaged: Readonly<Record<string, string>>;
  /** What the page knows of the code, as JSON, by name. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Gives the paths that it serves. Throws where the folder is not there, so that a service without its page does not start. */
export function mountPage(app: Express, { path, folder, packaged, values }: Page): readonly string[] {
  const own = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith(".") && !entry.name.endsWith(".html"))
    .map(({ name }) => name);
  const files = { ...packaged, ...Object.fromEntries(own.map((file) => [file, join(folder, file)])) };
  app.use(path, (_request, response, next) => {
    response.setHeader("content-security-policy", POLICY);
    next();
  });
  // Asked for again each time, so that a page and its scripts are never of two versions.
  const kept = { cacheControl: "no-cache" } as const;
  for (const [name, file] of Object.entries(files)) app.get(`${path}/${name}`, taggedFile(file, kept));
  for (const [name, value] of Object.entries(values))
    app.get(`${path}/${name}`, taggedText(JSON.stringify(value), "application/json", kept));
  return [...Object.keys(files), ...Object.keys(values)].map((name) => `${path}/${name}`);
}
