/** Looks at a business's history are told to a witness before anything is shown. */
import type { Actor } from "../../domain/fold/event";
import { accountOf } from "./authentication";
import type { Endpoint, Principal } from "./endpoint";
import type { HttpRequest } from "./message";
import type { BoundCursors } from "./paging";
import { BUSINESS, isWitnessed } from "./witnessed";

const CURSOR = "cursor";
/** What is read on after this time is a look of its own: nobody keeps a mark to look without being seen. */
const LOOK_MS = 3_600_000;

export interface WitnessedLook {
  readonly businessId: string;
  /** The endpoint's id. */
  readonly what: string;
  /** The query parameters without the page mark, by their names. */
  readonly asked: Readonly<Record<string, string>>;
  readonly actor: Actor;
  readonly requestId: string;
}

/** Keeps a look. Nothing is shown where it throws. */
export type Witness = (look: WitnessedLook) => Promise<void>;

/** When the look began with whose pages a request goes on; undefined where it begins a look of its own. */
export function lookBegan(
  endpoint: Endpoint,
  { search }: Pick<HttpRequest, "search">,
  cursors: Pick<BoundCursors, "beganAt">,
  now: Date,
): Date | undefined {
  const cursor = search.get(CURSOR);
  if (!isWitnessed(endpoint) || cursor === null) return undefined;
  // A mark that was never given leads nowhere; the endpoint refuses it.
  const began = cursors.beganAt(cursor) ?? now;
  return now.getTime() - began.getTime() < LOOK_MS ? began : undefined;
}

/** The look that a request begins; undefined where its endpoint shows no history. */
export function lookIn(
  endpoint: Endpoint,
  principal: Principal,
  { params, search }: HttpRequest,
  requestId: string,
): WitnessedLook | undefined {
  const account = accountOf(principal);
  if (!isWitnessed(endpoint) || account === null) return undefined;
  return {
    businessId: params[BUSINESS] ?? "",
    what: endpoint.id,
    asked: Object.fromEntries([...search].filter(([name]) => name !== CURSOR)),
    actor: { kind: "admin", id: account.id },
    requestId,
  };
}

/** What a page mark of such an endpoint is bound to, so that none leads from one look to what was never kept as one. */
export function boundLook(endpoint: Endpoint, { params, search }: HttpRequest): readonly string[] {
  if (!isWitnessed(endpoint)) return [];
  const asked = [...search].filter(([name]) => name !== CURSOR && name !== "limit").sort();
  return [params[BUSINESS] ?? "", JSON.stringify(asked)];
}
