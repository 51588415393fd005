/** The service as a collector reaches it over HTTP: requests are taken under leases, observations handed in. */
import { Agent, request, type Dispatcher } from "undici";
import { z } from "zod";
import type { Observation } from "../../domain/places/observation";
import { servedSections, type TakenRequest } from "./observation-of";

const page = z.object({
  requests: z.array(
    z.object({
      id: z.string().min(1),
      placeId: z.string().min(1),
      sections: z.array(z.enum(["listing", "reviews", "photos"])),
    }),
  ),
});

const report = z.object({
  rejections: z.array(
    z.object({ line: z.number(), why: z.array(z.object({ path: z.string(), message: z.string() })) }),
  ),
});
export type Rejection = z.output<typeof report>["rejections"][number];

/** No answer, or none that helps: asking again later does. The message is a sentence for operators. */
export class ServiceAwayError extends Error {
  override readonly name = "ServiceAwayError";

  constructor(
    message: string,
    readonly retryAfterSeconds = 0,
  ) {
    super(message);
  }
}

/** The service refuses what was sent, and would refuse it again. `token`: nothing else will be taken from us either. */
export class ServiceRefusalError extends Error {
  override readonly name = "ServiceRefusalError";

  constructor(
    readonly refused: "token" | "request",
    message: string,
  ) {
    super(message);
  }
}

/** Every method throws ServiceAwayError or ServiceRefusalError, and nothing else. */
export interface CollectionService {
  /** Requests that are ours for `leaseSeconds`, in the order in which they are to be served; nothing but listing, reviews and photos. */
  take(limit: number, leaseSeconds: number): Promise<readonly TakenRequest[]>;
  /** Gives the lines that were not taken in. */
  handIn(observations: readonly Observation[]): Promise<readonly Rejection[]>;
  close(): Promise<void>;
}

const CONNECT_MS_MAX = 10_000;
const ANSWER_MS_MAX = 30_000;
/** From the question to the end of the answer, however slowly it trickles in. */
const EXCHANGE_MS_MAX = 120_000;
const ANSWER_BYTES_MAX = 16 * 1024 * 1024;
/** Of the refusals, those that say nothing about what was sent: a restart, a proxy before it, too much at once. */
const PASSING = new Set([404, 408, 425, 429]);

/**
 * Not through the guarded connector, which keeps strangers' addresses from private networks: this address is the operator's
 * own setting, and most often a private one.
 */
export function createServiceClient(url: string, token: string): CollectionService {
  const agent = new Agent({
    connect: { timeout: CONNECT_MS_MAX },
    headersTimeout: ANSWER_MS_MAX,
    bodyTimeout: ANSWER_MS_MAX,
    maxResponseSize: ANSWER_BYTES_MAX,
  });

  async function ask<Schema extends z.ZodType>(
    method: "GET" | "POST",
    path: string,
    schema: Schema,
    sent: Pick<Dispatcher.RequestOptions, "query" | "body"> = {},
  ): Promise<z.output<Schema>> {
    const asked = `${method} ${url}${path}`;
    const { status, retryAfter, body } = await exchange(agent, method, `${url}${path}`, token, sent).catch(
      (error: unknown) => {
        throw new ServiceAwayError(`${asked} was not answered (${reasonOf(error)}).`);
      },
    );
    if (status === 401 || status === 403)
      throw new ServiceRefusalError(
        "token",
        `${asked} answered ${status}: the service does not accept COLLECTOR_TOKEN.`,
      );
    if (status >= 400 && status < 500 && !PASSING.has(status))
      throw new ServiceRefusalError("request", `${asked} answered ${status}.`);
    if (status !== 200) throw new ServiceAwayError(`${asked} answered ${status}.`, retryAfter);
    const parsed = schema.safeParse(body);
    if (!parsed.success) throw new ServiceAwayError(`${asked} answered what is not of the service's form.`);
    return parsed.data;
  }

  return {
    async take(limit, leaseSeconds) {
      const query = { limit, leaseSeconds, kind: "all", sections: servedSections.join(",") };
      return (await ask("GET", "/api/admin/collection-requests", page, { query })).requests.slice(0, limit);
    },
    async handIn(observations) {
      const body = observations.map((observation) => `${JSON.stringify(observation)}\n`).join("");
      return (await ask("POST", "/api/admin/observations", report, { body })).rejections;
    },
    close: () => agent.close(),
  };
}

async function exchange(
  dispatcher: Dispatcher,
  method: "GET" | "POST",
  url: string,
  token: string,
  sent: Pick<Dispatcher.RequestOptions, "query" | "body">,
) {
  const type = sent.body === undefined ? {} : { "content-type": "application/x-ndjson" };
  const headers = { authorization: `Bearer ${token}`, accept: "application/json", ...type };
  const signal = AbortSignal.timeout(EXCHANGE_MS_MAX);
  const answer = await request(url, { dispatcher, method, headers, signal, ...sent });
  const text = await answer.body.text();
  const retryAfter = Number(answer.headers["retry-after"]);
  return {
    status: answer.statusCode,
    retryAfter: retryAfter > 0 ? retryAfter : 0,
    body: answer.statusCode === 200 ? parsedJson(text) : null,
  };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
