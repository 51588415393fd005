/** Carries requests from node:http to the kernel and answers back, with one log line each; express only passes through it. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Logger } from "../logging/logger";
import { dispatchTable, type Found } from "./dispatch-table";
import { Failure } from "./failure";
import type { Kernel, Served } from "./kernel";
import { isStreamed, type HttpAnswer, type HttpRequest } from "./message";

/** What one request came to, for logs and metrics. `route` is the declared path, never the one with the ids in it. */
export interface RequestRecord {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly requestId: string;
  readonly accountId?: string;
}

export interface ListenerParts {
  readonly kernel: Kernel;
  readonly logger: Logger;
  /** Told of every answer. */
  readonly observe?: (record: RequestRecord) => void;
}

/** Answers a declared endpoint; calls `pass` for a path that no endpoint has, or answers 404 where there is no `pass`. */
export type Listener = (request: IncomingMessage, response: ServerResponse, pass?: () => void) => void;

export function createListener({ kernel, logger, observe }: ListenerParts): Listener {
  const find = dispatchTable(kernel.endpoints);

  const answer = async (incoming: IncomingMessage, response: ServerResponse, pass?: () => void): Promise<void> => {
    const startedAt = performance.now();
    const method = incoming.method ?? "GET";
    const [path, query] = split(incoming.url ?? "/");
    const found = find(method, path);
    if (found.kind === "nothing" && pass !== undefined) {
      pass();
      return;
    }
    const closing = new AbortController();
    response.once("close", () => closing.abort());
    const served = await serve(kernel, found, { incoming, closed: closing.signal }, path, query);
    await send(response, served.answer, method === "HEAD").catch((err: unknown) => {
      // The head has left already: all that is left is to end the connection, so that nobody takes the answer for whole.
      logger.warn({ err, requestId: served.requestId }, "An answer could not be sent completely.");
      response.destroy();
    });
    const record: RequestRecord = {
      method,
      route: found.kind === "endpoint" ? found.endpoint.path : "unknown",
      status: served.answer.status,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
      requestId: served.requestId,
      ...(served.accountId === undefined ? {} : { accountId: served.accountId }),
    };
    logger.info(record, "request");
    observe?.(record);
  };

  return (incoming, response, pass) => {
    answer(incoming, response, pass).catch((err: unknown) => {
      logger.error({ err }, "A request could not be answered.");
      response.destroy();
    });
  };
}

async function serve(
  kernel: Kernel,
  found: Found,
  { incoming, closed }: { readonly incoming: IncomingMessage; readonly closed: AbortSignal },
  path: string,
  query: string,
): Promise<Served> {
  const headers: HttpRequest["headers"] = { ...(incoming.headers as Record<string, string>) };
  switch (found.kind) {
    case "endpoint":
      return kernel.serve(found.endpoint, {
        method: incoming.method ?? "GET",
        path,
        target: incoming.url ?? "/",
        params: found.params,
        search: new URLSearchParams(query),
        headers,
        remoteAddress: incoming.socket.remoteAddress ?? "",
        stream: incoming,
        closed,
      });
    case "other_methods": {
      const allow = found.allow.join(", ");
      return kernel.refuse(new Failure(405, "method_not_allowed", `Allowed here: ${allow}.`, {}, { allow }), {
        headers,
      });
    }
    case "nothing":
      return kernel.refuse(new Failure(404, "not_found", "There is nothing at this address."), { headers });
  }
}

async function send(response: ServerResponse, answer: HttpAnswer, headOnly: boolean): Promise<void> {
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
  response.statusCode = answer.status;
  const { body } = answer;
  if (isStreamed(body) && !headOnly) {
    const { chunks, calledOff: signal } = body;
    return pipeline(Readable.from(chunks), response, signal === undefined ? {} : { signal });
  }
  if (body !== undefined && !isStreamed(body)) response.setHeader("content-length", Buffer.byteLength(body));
  // Node itself leaves the body of an answer to HEAD out.
  response.end(isStreamed(body) ? undefined : body);
}

function split(url: string): readonly [string, string] {
  const mark = url.indexOf("?");
  return mark < 0 ? [url, ""] : [url.slice(0, mark), url.slice(mark + 1)];
}
