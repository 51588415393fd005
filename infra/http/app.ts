/** Answers every request: declared endpoints straight from node:http, and by express behind them documents and pages. */
import type { OutgoingHttpHeaders, RequestListener } from "node:http";
import express, { type ErrorRequestHandler, type Express } from "express";
import { mountDocuments } from "./documents";
import { unexpectedFailure } from "./error-answers";
import { Failure } from "./failure";
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
    const refused = refusedByFile(err);
    if (refused === undefined) logger.error({ err, requestId }, "A document could not be served.");
    const asked = { accept: request.get("accept"), "x-request-id": requestId };
    const { answer } = kernel.refuse(refused ?? unexpectedFailure(), { headers: asked });
    // What was to be said of the document, such as how long to keep it, does not hold for its error.
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    const whole = { ...headers, "cache-control": "no-store", ...answer.headers };
    response.writeHead(answer.status, whole as OutgoingHttpHeaders).end(answer.body);
  };
  app.use(failed);
  return app;
}

/**
 * What `sendFile` refuses because of what the client asks of a file: a condition or a range. Undefined for everything else:
 * only our own addresses come to it, so that a file which is missing or forbidden is our fault.
 */
function refusedByFile(error: unknown): Failure | undefined {
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  if (status === 412) return new Failure(412, "precondition_failed", "The file does not meet the request's condition.");
  if (status === 416) return new Failure(416, "range_not_satisfiable", "The file has nothing in the range asked for.");
  return undefined;
}
