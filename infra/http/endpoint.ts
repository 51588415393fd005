/** The grammar of endpoints: one declaration from which mounting, checks, answers and documents are derived. */
import type { Readable } from "node:stream";
import type { Knex } from "knex";
import type { z } from "zod";
import type { Aggregate, Decision } from "../../domain/fold/aggregate";
import type { AnyEvent } from "../../domain/fold/event";
import type { Refusal } from "../../domain/fold/refusal";
import type { Executed } from "../command-runner/command-runner";
import type { AskJson, JsonText } from "../postgres/json-answers";
import type { BoundCursors } from "./paging";
import type { Services } from "./services";
import type { SignedRequest } from "./signed-request";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";
export type Surface = "v1" | "dashboard" | "admin" | "ingest" | "audit" | "ops" | "public";

/** Who may call: built by `apiKey`, `session`, `admin`, `collector`, `provider` and `open`. */
export interface Access {
  readonly surface: Surface;
  readonly by: "api_key" | "session" | "admin" | "collector" | "signature" | "open";
  /** Any one of these scopes is enough. */
  readonly scopes?: readonly string[];
  /** The lowest plan that may call. */
  readonly plan?: string;
  /** What a member of a team must be allowed to do in the active business. */
  readonly permission?: string;
}

/** Public API, by key. Any of the scopes is enough; the plan is the public API's own unless a higher one is named. */
export const apiKey = (...scopes: readonly [string, ...string[]]): Access => ({
  surface: "v1",
  by: "api_key",
  scopes,
  plan: "growth",
});
/** Dashboard, by session. */
export const session = (options: { readonly plan?: string; readonly permission?: string } = {}): Access => ({
  surface: "dashboard",
  by: "session",
  ...options,
});
/** Sessions of administrators alone. */
export const admin = (surface: Surface = "admin"): Access => ({ surface, by: "admin" });
/** Administrators' sessions, or a collector's token. */
export const collector = (): Access => ({ surface: "ingest", by: "collector" });
/** A provider, by its signature over the request. The handler reads what was sent from `signed`. */
export const provider = (): Access => ({ surface: "dashboard", by: "signature" });
/** Anyone. */
export const open = (surface: Surface = "ops"): Access => ({ surface, by: "open" });

export interface AccountContext {
  readonly id: string;
  readonly plan: string;
  readonly email: string;
  readonly admin: boolean;
  readonly activeBusiness: BusinessContext | null;
  /** What a member may do in a team's business; absent where the business is the account's own: everything. */
  readonly permissions?: readonly string[];
}

export interface BusinessContext {
  readonly id: string;
  readonly name: string;
}

export type Principal =
  | {
      readonly kind: "api_key";
      readonly id: string;
      readonly scopes: readonly string[];
      readonly account: AccountContext;
    }
  | { readonly kind: "session"; readonly id: string; readonly account: AccountContext }
  | { readonly kind: "collector"; readonly id: string }
  | { readonly kind: "provider"; readonly id: string }
  | { readonly kind: "anonymous"; readonly id: string };

/** What an endpoint acts on: the caller's active business, the caller's account, or neither. */
export type Scope = "business" | "account" | "none";

/** What a handler is given beside its input. `execute` carries actor, command id and causes of this request. */
export interface Context<On extends Scope = Scope> {
  readonly requestId: string;
  readonly now: Date;
  readonly clientIp: string;
  readonly principal: Principal;
  readonly account: On extends "none" ? null : AccountContext;
  readonly business: On extends "business" ? BusinessContext : null;
  readonly services: Services;
  /** The read tables, after they have reached the position that the caller has seen. */
  readonly read: Knex;
  /** The same tables, for answers that the database writes itself: the fast way for lists that are read all the time. */
  readonly askJson: AskJson;
  /** Signs and reads the page marks of this endpoint and account. */
  readonly cursors: BoundCursors;
  /** `validateOnly=true`: `execute` decides and appends nothing. What a handler writes by other ways, it must leave too. */
  readonly dryRun: boolean;
  /** Runs a decision; on one stream once per request, unless each has a `step` of its own. */
  execute<State, Event extends AnyEvent>(
    aggregate: Aggregate<State, Event>,
    owner: string,
    decide: Decision<State, Event>,
    options?: { readonly step?: string; readonly businessId?: string },
  ): Promise<Executed<State, Event> | Refusal>;
}

/** An answer with a status, headers, cookies, text or a stream of its own. */
export class Answer<Body = unknown> {
  constructor(
    readonly status: number,
    readonly body: Body,
    readonly headers: Readonly<Record<string, string | readonly string[]>> = {},
  ) {}
}

/** A body written as it comes; each chunk a string or bytes. */
export interface StreamedBody {
  readonly contentType: string;
  readonly chunks: AsyncIterable<string | Uint8Array>;
  /** Aborts where it is to break off. */
  readonly calledOff?: AbortSignal;
}

type Shape = z.ZodObject | undefined;
/** What an endpoint declares no schema for is not there to be used. */
type Out<S> = S extends z.ZodType ? z.output<S> : Readonly<Record<string, never>>;

export interface Input<Params extends Shape, Query extends Shape, Body> {
  readonly params: Out<Params>;
  readonly query: Out<Query>;
  readonly body: Out<Body>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The unread request body; for actions that declare `bodyStream` alone. */
  readonly stream: Readable;
  /** The request as the provider signed it; for endpoints of `provider` alone. */
  readonly signed: SignedRequest;
}

export interface Responds<Response extends z.ZodType | undefined> {
  readonly status: 200 | 201 | 202 | 204;
  /** Another status that the handler may answer with, and the same body: no error has it then. */
  readonly also?: 503;
  /** Absent for 204. Members that it does not declare never leave the service. */
  readonly body?: Response;
  /** The media type of the 404 that the handler answers with itself, where that is a page for people. */
  readonly absent?: string;
  /** Further media types that the handler may answer with, such as `application/x-ndjson`. */
  readonly alternatives?: readonly string[];
}

/** One endpoint. The file's name, the export's name and `id` are the same words. */
export interface Endpoint<
  On extends Scope = Scope,
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Response extends z.ZodType | undefined = z.ZodType | undefined,
> {
  readonly kind: "command" | "query" | "action";
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly aliases?: readonly string[];
  readonly access: Access;
  readonly on: On;
  /** The area of the document under which it is listed. */
  readonly area: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The largest body in bytes, where it is not the usual 256 KiB. */
  readonly bodyBytesMax?: number;
  /** By media type, for the document: forms that are sent here. A provider's adapter reads them, and may know more; others are not read. */
  readonly forms?: Readonly<Record<string, z.ZodType>>;
  /** The media type of a body that the handler reads itself as a stream. */
  readonly bodyStream?: string;
  readonly responds: Responds<Response>;
  /** Read tables that must have reached the caller's position before the handler runs; with `asOf` there are no others. */
  readonly reads?: readonly string[];
  /** Why a business's query refuses `asOf`, in a sentence: what it depends on is in no history of this one business. */
  readonly presentOnly?: string;
  /** It goes through a whole history, or all reviews of a market: callers take turns, as they do with `asOf`. */
  readonly heavy?: true;
  /** A credential has one streamed answer of it open at a time; for those that are heavy. */
  readonly alone?: true;
  /** The plan's quotas that it counts against, by their names in the plan: its answers tell what is left of them. */
  readonly uses?: readonly string[];
  /** The refusal codes it can answer with; another one is a defect. */
  readonly refusals?: readonly string[];
  /** What else can go wrong while it is handled, beside what can at every endpoint: the status of each code. */
  readonly fails?: Readonly<Record<string, number>>;
  /** False where a repeated `Idempotency-Key` must not give the first answer again, as when a session is made. */
  readonly idempotent?: false;
  /** A dry run tells what would be answered, as `would`; not for answers with secrets or ids that nothing would stand behind. */
  readonly rehearses?: boolean;
  /** The handler closes the caller's own session: its answer leaves although the credential is no longer valid. */
  readonly endsSession?: boolean;
  /** The page for whom it does not let in (401, 403) and who asks for one, by `Accept: text/html`: in place of the error, with its status. */
  readonly turnedAway?: (services: Services) => Answer;
  /** A request body that works, for the document and the battery; of `bodyStream` the text, of a provider one for each media type. */
  readonly example?: unknown;
  handle(
    input: Input<Params, Query, Body>,
    context: Context<On>,
  ): Promise<Answer | Refusal | JsonText | (Response extends z.ZodType ? z.input<Response> : undefined)>;
}

type Declared<
  On extends Scope,
  Params extends Shape,
  Query extends Shape,
  Body extends z.ZodType | undefined,
  Response extends z.ZodType | undefined,
> = Omit<Endpoint<On, Params, Query, Body, Response>, "kind">;

const declare =
  (kind: Endpoint["kind"]) =>
  <
    const On extends Scope,
    Params extends Shape = undefined,
    Query extends Shape = undefined,
    Body extends z.ZodType | undefined = undefined,
    Response extends z.ZodType | undefined = undefined,
  >(
    declared: Declared<On, Params, Query, Body, Response>,
  ): Endpoint<On, Params, Query, Body, Response> => ({ ...declared, kind });

/** Writes through `execute`: idempotent by `Idempotency-Key`, answers with `X-Service-Position`. */
export const command = declare("command");
/** Reads tables: waits for the caller's position, has an ETag, is never a cause of anything. */
export const query = declare("query");
/** Anything else: sessions, test sends, streams. */
export const action = declare("action");
