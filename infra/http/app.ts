/** Answers every request: declared endpoints straight from node:http, and by express behind them documents and pages. */
import type { RequestListener } from "node:http";
import express, { type ErrorRequestHandler, type Express } from "express";
import { mountDocuments } from "./documents";
import { createListener, type Listener, type ListenerParts } from "./listener";
import { mountPage, type Page } from "./pages";
import { securityHeaders } from "./security-headers";

export interface AppParts extends Omit<ListenerParts, "securityHeaders" | "documentPaths"> {
  /** Makes the OpenAPI document, which is served at `/openapi.json` and readable at `/docs`; neither is there without it. */
  readonly document?: () => object;
  readonly pages?: readonly Page[];
}

/** The caller listens. Declared endpoints go before everything that express serves, which alone costs more than most of them. */
export function createApp(parts: AppParts): RequestListener {
  const headers = securityHeaders();
  const documentPaths = new Set<string>();
  const listener = createListener({ ...parts, securityHeaders: headers, documentPaths });
  const documents = createDocuments(parts, listener, headers, documentPaths);
  return (request, response) => listener(request, response, () => void documents(request, response));
}

/** `paths` becomes all that it serves. */
function createDocuments(
  parts: AppParts,
  listener: Listener,
  headers: ListenerParts["securityHeaders"],
  paths: Set<string>,
): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.use((_request, response, next) => {
    response.set(headers);
    next();
  });
  const documents = parts.document === undefined ? [] : mountDocuments(app, parts.document);
  const pages = (parts.pages ?? []).flatMap((page) => mountPage(app, page));
  for (const path of [...documents, ...pages]) paths.add(path);
  app.use((request, response) => listener(request, response));
  const failed: ErrorRequestHandler = (error: unknown, _request, response, next) => {
    // Express itself fails on static files alone, such as a path that cannot be decoded.
    if (response.headersSent) {
      next(error);
      return;
    }
    const status = error instanceof Error && "status" in error && error.status === 400 ? 400 : 500;
    if (status === 500) parts.logger.error({ err: error }, "A document could not be served.");
    response
      .status(status)
      .json({ error: "This cannot be served.", code: status === 400 ? "invalid_request" : "internal_error" });
  };
  app.use(failed);
  return app;
}
