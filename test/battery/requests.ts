/** Makes requests to endpoints from their declarations. */
import { isDeepStrictEqual } from "node:util";
import { paramsOf } from "../../infra/http/check-endpoints";
import type { Endpoint } from "../../infra/http/endpoint";
import { send, type Reply, type Sent } from "../support/http-client";
import type { ReadyRequest, World } from "./world";

export interface Shot extends Partial<ReadyRequest> {
  readonly headers?: Readonly<Record<string, string>>;
}

/** Path and query of a request to the endpoint. Path parameters that are not given are made up. */
export function targetOf(endpoint: Endpoint, shot: Pick<Shot, "params" | "query">): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_part, name: string) =>
    encodeURIComponent(shot.params?.[name] ?? "00000000-0000-7000-8000-000000000000"),
  );
  const query = new URLSearchParams(shot.query).toString();
  return `${path}${query === "" ? "" : `?${query}`}`;
}

/** Sends a request to the endpoint. */
export function shoot(world: World, endpoint: Endpoint, shot: Shot = {}): Promise<Reply> {
  const streamed: Record<string, string> =
    endpoint.bodyStream === undefined ? {} : { "content-type": endpoint.bodyStream };
  const body = bodyOf(endpoint, shot);
  const sent: Sent = {
    method: endpoint.method,
    headers: { ...streamed, ...shot.credentials, ...shot.headers },
    ...(body === undefined ? {} : { body }),
  };
  return send(`${world.url}${targetOf(endpoint, shot)}`, sent);
}

/** Sends what the provider signs to the endpoint, or what is passed off as it: signed was something else of `signedInstead`. */
export function shootSigned(
  world: World,
  endpoint: Endpoint,
  shot: Shot & { readonly body: string },
  signedInstead: { readonly query?: Readonly<Record<string, string>>; readonly body?: string } = {},
): Promise<Reply> {
  const signed = { ...shot, ...signedInstead };
  const credentials = world.signed(targetOf(endpoint, signed), signed.body);
  return shoot(world, endpoint, { ...shot, credentials });
}

function bodyOf(endpoint: Endpoint, shot: Shot): unknown {
  if ("body" in shot && shot.body !== undefined) return shot.body;
  if (endpoint.bodyStream !== undefined) return "{}\n";
  return endpoint.example;
}

export const hasParams = (endpoint: Endpoint): boolean => paramsOf(endpoint.path).length > 0;

/** A body that the endpoint takes and that is not this one; undefined where there is only one that it takes. */
export function otherBody(endpoint: Endpoint, body: unknown): unknown {
  const others = variants(body).filter((variant) => !isDeepStrictEqual(variant, body));
  return others.find((variant) => endpoint.body?.safeParse(variant).success === true);
}

/** An id that ends as it did is no other id. */
const endings = (value: string): readonly string[] => ["0", "1", ""].map((last) => value.slice(0, -1) + last);

function variants(value: unknown): readonly unknown[] {
  if (typeof value === "string") return [`${value} `, `${value}x`, `x${value}`, ...endings(value)];
  if (typeof value === "number") return [value + 1, value - 1, value / 2];
  if (typeof value === "boolean") return [!value];
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    return [list.slice(0, -1), ...list.flatMap((one, at) => variants(one).map((other) => list.with(at, other)))];
  }
  if (typeof value !== "object" || value === null) return [];
  const members = Object.entries(value);
  const without = members.map(([name]) => Object.fromEntries(members.filter(([other]) => other !== name)));
  const changed = members.flatMap(([name, member]) => variants(member).map((other) => ({ ...value, [name]: other })));
  return [...changed, ...without];
}
