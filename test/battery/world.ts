/** What the battery needs to know of a running service in order to put every endpoint through the same checks. */
import type { Endpoint } from "../../infra/http/endpoint";

/** Headers that authenticate a request. */
export type Credentials = Readonly<Record<string, string>>;

/** Who is to call. Whatever is left out is as the endpoint needs it. */
export interface Caller {
  readonly plan?: string;
  readonly scopes?: readonly string[];
  readonly admin?: boolean;
}

/** A request to an endpoint that its handler will reach: real ids in the path, credentials that may do it. */
export interface ReadyRequest {
  readonly credentials: Credentials;
  readonly params: Readonly<Record<string, string>>;
  /** Query parameters that the endpoint requires. */
  readonly query?: Readonly<Record<string, string>>;
  /** The endpoint's example, unless that cannot succeed here as it stands; the text of what a provider signs. */
  readonly body?: unknown;
}

export interface Trespass {
  readonly own: ReadyRequest;
  readonly foreign: ReadyRequest["params"];
}

export interface World {
  readonly url: string;
  readonly planRank: Readonly<Record<string, number>>;
  /** Credentials of a fresh caller, with an active business where the endpoint acts on one. */
  callerFor(endpoint: Endpoint, caller?: Caller): Promise<Credentials>;
  /** Credentials of the kind that the endpoint takes, well-formed, belonging to nobody. */
  strangerFor(endpoint: Endpoint): Credentials;
  /** The headers of the provider that signs a POST of this body to this path and query. */
  signed(target: string, body: string): Credentials;
  /** Takes these credentials back. False where they cannot be, as a collector's token that stands in the settings. */
  revoke(credentials: Credentials): Promise<boolean>;
  /** A request that works. Called once for each check, so that checks do not use up each other's resources. */
  ready(endpoint: Endpoint): Promise<ReadyRequest>;
  /** A request that works and reads everything that the endpoint can read. None of it is to be changed. */
  reading(endpoint: Endpoint): Promise<ReadyRequest>;
  /** The time by the service's clock. */
  now(): Date;
  /** A request that works, and the ids of such resources of another tenant. None of it is to be changed. */
  trespass(endpoint: Endpoint): Promise<Trespass>;
  close(): Promise<void>;
}
