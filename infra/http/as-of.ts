/** `asOf` on the reads of a business: which of them know it, and which of them answer it. */
import type { Endpoint } from "./endpoint";
import { Failure } from "./failure";

export const AS_OF = "asOf";
/** Up to which position of the log the answer tells. */
export const AS_OF_HEADER = "x-service-as-of";

type Declared = Pick<Endpoint, "kind" | "on" | "presentOnly">;

/** Whether it reads for one business, so that the parameter has a meaning there. */
export const knowsAsOf = ({ kind, on }: Declared): boolean => kind === "query" && on === "business";

export const answersAsOf = (endpoint: Declared): boolean => knowsAsOf(endpoint) && endpoint.presentOnly === undefined;

export const asksForPast = (endpoint: Declared, search: URLSearchParams): boolean =>
  answersAsOf(endpoint) && search.has(AS_OF);

/** Throws a 400 Failure that says why, where the endpoint knows only the present. */
export function requirePast({ presentOnly }: Declared): void {
  if (presentOnly !== undefined)
    throw new Failure(400, "as_of_not_offered", `${AS_OF} is not offered here. ${presentOnly}`);
}
