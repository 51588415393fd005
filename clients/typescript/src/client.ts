/** Calls the service with one API key: errors are thrown, writes are safe to repeat, and reads see the client's own writes. */
import { randomUUID } from "node:crypto";
import createFetchClient, { type Client as FetchClient, type Middleware } from "openapi-fetch";
import type { paths } from "./api";
import { ApiError } from "./api-error";
import type { Call, Item, Page, PagedInit, PagedPath } from "./calls";
import { type AnyPage, itemsOf, pagesBy } from "./paging";
import { type Fetch, type Patience, patientFetch, waitByTimer } from "./patient-fetch";

export interface ClientOptions extends Partial<Patience> {
  /** Where the service is, such as `https://api.example.com`. */
  readonly baseUrl: string;
  /** `svc_live_…` as it was shown. */
  readonly apiKey: string;
  /** The global one unless told. */
  readonly fetch?: Fetch;
  /** Reads show at least what was written up to here: the `position` of a client that wrote it, in another process perhaps. */
  readonly minPosition?: number;
}

export interface Client {
  readonly get: Call<"get">;
  /** Carries an Idempotency-Key of its own unless one is given, and is therefore repeated like a read. */
  readonly post: Call<"post">;
  /** As {@link Client.post}. */
  readonly patch: Call<"patch">;
  readonly delete: Call<"delete">;
  /** Every page of a list, asked for one after the other as they are used. */
  pages<Path extends PagedPath>(path: Path, init?: PagedInit<Path>): AsyncGenerator<Page<Path>, void, undefined>;
  /** Everything that the pages of a list hold. */
  items<Path extends PagedPath>(path: Path, init?: PagedInit<Path>): AsyncGenerator<Item<Path>, void, undefined>;
  /** How far the newest write of this client moved the log. */
  readonly position: number;
  /** The same calls with their whole response beside the body, for its headers or as a stream. Throws `ApiError` too. */
  readonly raw: FetchClient<paths>;
}

const TRIES_MAX = 4;
const WAIT_SECONDS_MAX = 30;
const WRITES = ["POST", "PATCH"];
/** Its cursor never ends and has a name of its own. */
const EVENTS = "/api/v1/events";

export function createClient(options: ClientOptions): Client {
  const { triesMax = TRIES_MAX, waitSecondsMax = WAIT_SECONDS_MAX, wait = waitByTimer } = options;
  const { fetch = (request: Request) => globalThis.fetch(request), baseUrl, apiKey } = options;
  let position = options.minPosition ?? 0;
  // The service redirects nowhere, and the key is for no other host.
  const raw = createFetchClient<paths>({
    baseUrl,
    redirect: "error",
    fetch: patientFetch(fetch, { triesMax, waitSecondsMax, wait }),
  });
  raw.use({
    onRequest({ request }) {
      const { headers, method } = request;
      headers.set("x-service-key", apiKey);
      if (method === "GET" && position > 0) setIfMissing(headers, "x-service-min-position", String(position));
      if (WRITES.includes(method)) setIfMissing(headers, "idempotency-key", randomUUID());
    },
    async onResponse({ response }) {
      position = Math.max(position, Number(response.headers.get("x-service-position") ?? 0));
      if (response.status >= 400) throw new ApiError(response.status, response.headers, await response.text());
    },
  } satisfies Middleware);
  return {
    get: bodyOf(raw.GET) as Call<"get">,
    post: bodyOf(raw.POST) as Call<"post">,
    patch: bodyOf(raw.PATCH) as Call<"patch">,
    delete: bodyOf(raw.DELETE) as Call<"delete">,
    pages: (path, init) => pagesBy(pageAsker(raw, path, init)) as AsyncGenerator<never>,
    async *items(path, init) {
      for await (const page of pagesBy(pageAsker(raw, path, init))) yield* itemsOf(page) as never[];
    },
    get position() {
      return position;
    },
    raw,
  };
}

/** The types of a call are those of its path, which {@link Call} says; here it is any. */
type AnyCall = (path: string, init?: object) => Promise<{ readonly data?: unknown }>;

const bodyOf = (call: unknown) => async (path: string, init?: object) => (await (call as AnyCall)(path, init)).data;

function pageAsker(raw: FetchClient<paths>, path: PagedPath, init: object = {}) {
  const { params = {} } = init as { params?: { query?: object } };
  const name = path === EVENTS ? "after" : "cursor";
  const ask = bodyOf(raw.GET);
  return async (cursor: string | undefined): Promise<AnyPage> => {
    const query = { ...params.query, ...(cursor === undefined ? {} : { [name]: cursor }) };
    return (await ask(path, { ...init, params: { ...params, query } })) as AnyPage;
  };
}

function setIfMissing(headers: Headers, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value);
}
