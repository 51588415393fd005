/** The client that the API's users are given, on the key of a test; what it says and is told is held against the document as well. */
import { createClient, type Client } from "local-business-intelligence-client";
import { replyOf, type Reply, type Sent } from "./http-client";

export type TypedClient = Client;

/** Who calls, by whichever client. */
export interface Caller {
  /** Limits count by it. */
  readonly address: string;
  /** How far the caller's newest write moved the log. */
  position: number;
}

export interface TypedClientOptions {
  /** Its address changes where it starts again. */
  readonly service: { readonly url: string };
  readonly key: string;
  readonly caller: Caller;
  /** Throws where an exchange is not as the document has it. */
  readonly exchange: (url: URL, sent: Sent, reply: Reply) => void;
}

/** Gives the client for where the service is now. It asks once, so that a test is told of every answer. */
export function typedClient({ service, key, caller, exchange }: TypedClientOptions): () => TypedClient {
  const checked = async (request: Request): Promise<Response> => {
    const { method, headers, url } = request;
    headers.set("x-forwarded-for", caller.address);
    // What the caller wrote by the other client is read as well.
    if (method === "GET" && Number(headers.get("x-service-min-position") ?? 0) < caller.position)
      headers.set("x-service-min-position", String(caller.position));
    const said = await request.clone().text();
    const response = await fetch(request);
    caller.position = Math.max(caller.position, Number(response.headers.get("x-service-position") ?? 0));
    const answer = { status: response.status, headers: Object.fromEntries(response.headers) };
    const reply = replyOf(url, method, { ...answer, text: await response.clone().text() });
    exchange(new URL(url), { method, ...(said === "" ? {} : { body: JSON.parse(said) as unknown }) }, reply);
    return response;
  };
  let made: { readonly url: string; readonly client: TypedClient } | undefined;
  return () => {
    const { url } = service;
    if (made?.url !== url)
      made = { url, client: createClient({ baseUrl: url, apiKey: key, fetch: checked, triesMax: 1 }) };
    return made.client;
  };
}
