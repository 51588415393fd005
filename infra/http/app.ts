/** The express application around the listener: security headers, documents, and an error body for everything else. */
import express, { type ErrorRequestHandler, type Express } from "express";
import helmet from "helmet";
import { mountDocuments } from "./documents";
import { createListener, type ListenerParts } from "./listener";
import { mountPage, type Page } from "./pages";

export interface AppParts extends ListenerParts {
  /** Makes the OpenAPI document, which is served at `/openapi.json` and readable at `/docs`; neither is there without it. */
  readonly document?: () => object;
  readonly pages?: readonly Page[];
}

/** The application; the caller listens. Declared endpoints go before everything that express serves itself. */
export function createApp(parts: AppParts): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.use(helmet());
  const listener = createListener(parts);
  app.use((request, response, next) => listener(request, response, next));
  if (parts.document !== undefined) mountDocuments(app, parts.document);
  for (const page of parts.pages ?? []) mountPage(app, page);
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
