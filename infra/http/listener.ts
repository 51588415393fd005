/** Carries requests from node:http to the kernel and answers back, with one log line each. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
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
  /** Of every answer, by lower-case name; an answer's own go before them. */
  readonly securityHeaders: Readonly<Record<string, string>>;
  /** Told of every answer. */
  readonly observe?: (record: RequestRecord) => void;
  /** Of documents and files, which are passed on to be read, and refused to every other method as endpoints are. */
  readonly documentPaths: ReadonlySet<string>;
}

/** Answers a declared endpoint, and 404 to whatever is nowhere; calls `pass` for a document, which is told of as every answer is. */
export type Listener = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void;

export function createListener(parts: ListenerParts): Listener {
  const { kernel, logger, securityHeaders, observe, documentPaths } = parts;
  const find = dispatchTable(kernel.endpoints);
  // A record holds nothing that is secret, and looking through every line for what may be costs more than writing it.
  const records = logger.child({}, { redact: [] });
  const tell = (record: Omit<RequestRecord, "ms">, startedAt: number): void => {
    const whole = { ...record, ms: Math.round((performance.now() - startedAt) * 10) / 10 };
    records.info(whole, "request");
    observe?.(whole);
  };

  const answer = async (incoming: IncomingMessage, response: ServerResponse, pass: () => void): Promise<void> => {
    const startedAt = performance.now();
    const method = incoming.method ?? "GET";
    const [path, query] = split(incoming.url ?? "/");
    const declared = namesHost(incoming) ? find(method, path) : hostless;
    const isRefused = declared.kind === "nothing" && documentPaths.has(path) && !readingMethods.includes(method);
    const found = isRefused ? ({ kind: "other_methods", allow: readingMethods } as const) : declared;
    if (found.kind === "nothing" && documentPaths.has(path)) {
      const requestId = kernel.requestIdOf({ headers: headersOf(incoming) });
      response.setHeader("x-request-id", requestId);
      response.once("close", () => tell({ method, route: path, status: response.statusCode, requestId }, startedAt));
      pass();
      return;
    }
    const served = await serve(kernel, found, { incoming, closed: closingOf(response) }, path, query);
    const whole = { ...served.answer, headers: { ...securityHeaders, ...served.answer.headers } };
    await send(response, whole, method === "HEAD").catch((err: unknown) => {
      // The head has left already: all that is left is to end the connection, so that nobody takes the answer for whole.
      logger.warn({ err, requestId: served.requestId }, "An answer could not be sent completely.");
      response.destroy();
    });
    const route = found.kind === "endpoint" ? found.endpoint.path : "unknown";
    const { requestId, accountId } = served;
    const record = { method, route, status: served.answer.status, requestId };
    tell(accountId === undefined ? record : { ...record, accountId }, startedAt);
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
  found: Found | typeof hostless,
  { incoming, closed }: { readonly incoming: IncomingMessage; readonly closed: () => AbortSignal },
  path: string,
  query: string,
): Promise<Served> {
  const headers = headersOf(incoming);
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
        get closed() {
          return closed();
        },
      });
    case "other_methods": {
      const allow = found.allow.join(", ");
      return kernel.refuse(new Failure(405, "method_not_allowed", `Allowed here: ${allow}.`, {}, { allow }), {
        headers,
      });
    }
    case "hostless":
      return kernel.refuse(new Failure(400, "malformed_request", "The request names no host."), { headers });
    case "nothing":
      return kernel.refuse(new Failure(404, "not_found", "There is nothing at this address."), { headers });
  }
}

const headersOf = ({ headers }: IncomingMessage): HttpRequest["headers"] => ({
  ...(headers as Record<string, string>),
});

const readingMethods: readonly string[] = ["GET", "HEAD"];

const hostless = { kind: "hostless" } as const;

/** From HTTP/1.1 on every request must (RFC 9112, 3.2). */
const namesHost = ({ headers: { host }, httpVersion }: IncomingMessage): boolean =>
  host !== undefined || httpVersion === "1.0";

/** A signal of the connection's close, made for those alone who ask for it: most answers are written before anybody would. */
function closingOf(response: ServerResponse): () => AbortSignal {
  let closing: AbortController | undefined;
  return () => {
    if (closing !== undefined) return closing.signal;
    const { signal } = (closing = new AbortController());
    if (response.closed) closing.abort();
    else response.once("close", () => closing?.abort());
    return signal;
  };
}

async function send(response: ServerResponse, answer: HttpAnswer, headOnly: boolean): Promise<void> {
  const { status, headers, body } = answer;
  if (body !== undefined && !isStreamed(body)) {
    response.writeHead(status, { ...(headers as OutgoingHttpHeaders), "content-length": Buffer.byteLength(body) });
    // Node itself leaves the body of an answer to HEAD out.
    response.end(body);
    return;
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.statusCode = status;
  if (body === undefined || headOnly) {
    response.end();
    return;
  }
  const { chunks, calledOff: signal } = body;
  return pipeline(Readable.from(chunks), response, signal === undefined ? {} : { signal });
}

function split(url: string): readonly [string, string] {
  const mark = url.indexOf("?");
  return mark < 0 ? [url, ""] : [url.slice(0, mark), url.slice(mark + 1)];
}
