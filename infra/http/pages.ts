/** Pages for people: files that ship as they are, run from our own origin alone; the page itself is for whom it admits. */
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Express, Response } from "express";
import { readSessionCookie } from "./session-cookie";

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

/** 200 for whom the page is meant, 401 for who is not signed in, 403 for who is and may not see it. */
export type Admission = 200 | 401 | 403;

export interface Page {
  /** Where it is served; its files are below. */
  readonly path: string;
  /** Holds `index.html`, `sign-in.html` for whom it does not admit, and the files that both need: open, since they tell nothing. */
  readonly folder: string;
  /** Files of packages, by the name under which the page asks for them. */
  readonly packaged: Readonly<Record<string, string>>;
  /** What the page knows of the code, as JSON, by name. */
  readonly values: Readonly<Record<string, unknown>>;
  admits(sessionToken: string | undefined): Promise<Admission>;
}

/** Throws where the folder is not there, so that a service without its page does not start. */
export function mountPage(app: Express, { path, folder, packaged, values, admits }: Page): void {
  const own = readdirSync(folder).filter((file) => !file.endsWith(".html"));
  const files = { ...packaged, ...Object.fromEntries(own.map((file) => [file, join(folder, file)])) };
  app.use(path, (_request, response, next) => {
    response.setHeader("content-security-policy", POLICY);
    next();
  });
  app.get(path, async (request, response) => {
    const status = await admits(readSessionCookie({ cookie: request.headers.cookie }));
    response.status(status);
    send(response, join(folder, status === 200 ? "index.html" : "sign-in.html"), "no-store");
  });
  // Asked for again each time, so that a page and its scripts are never of two versions.
  for (const [name, file] of Object.entries(files))
    app.get(`${path}/${name}`, (_request, response) => send(response, file, "no-cache"));
  for (const [name, value] of Object.entries(values)) {
    const text = JSON.stringify(value);
    app.get(`${path}/${name}`, (_request, response) => {
      response.setHeader("cache-control", "no-cache");
      response.type("application/json").send(text);
    });
  }
}

function send(response: Response, file: string, cacheControl: string): void {
  response.setHeader("cache-control", cacheControl);
  response.sendFile(basename(file), { root: dirname(file), cacheControl: false });
}
