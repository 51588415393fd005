/** Answers every request: declared endpoints straight from node:http, and by express behind them documents and pages. */
import type { OutgoingHttpHeaders, RequestListener } from "node:http";
import express, { type ErrorRequestHandler, type Express } from "express";
import { mountDocuments } from "./documents";
import { unexpectedFailure } from "./error-answers";
import { createListener, type ListenerParts } from "./listener";
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
  const documents = createDocuments(parts, headers, documentPaths);
  return (request, response) => listener(request, response, () => void documents(request, response));
}

/** `paths` becomes all that it serves; nothing else comes to it. */
function createDocuments(
  { document, pages = [], kernel, logger }: AppParts,
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
  const documents = document === undefined ? [] : mountDocuments(app, document);
  for (const path of [...documents, ...pages.flatMap((page) => mountPage(app, page))]) paths.add(path);
  const failed: ErrorRequestHandler = (err: unknown, request, response, next) => {
    if (response.headersSent) {
      next(err);
      return;
    }
    const requestId = String(response.get("x-request-id"));
    logger.error({ err, requestId }, "A document could not be served.");
    const asked = { accept: request.get("accept"), "x-request-id": requestId };
    const { answer } = kernel.refuse(unexpectedFailure(), { headers: asked });
    response.writeHead(answer.status, answer.headers as OutgoingHttpHeaders).end(answer.body);
  };
  app.use(failed);
  return app;
}
