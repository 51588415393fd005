/** What a check of the battery is, and the errors that checks expect. */
import type { Endpoint } from "../../infra/http/endpoint";
import type { World } from "./world";

export interface Check {
  readonly name: string;
  readonly concerns: (endpoint: Endpoint) => boolean;
  readonly run: (world: World, endpoint: Endpoint) => Promise<void>;
}

export function errorOf(code: string, more: object = {}): unknown {
  return expect.objectContaining({
    error: expect.any(String) as string,
    code,
    requestId: expect.any(String) as string,
    ...more,
  });
}

export function invalidAt(path: string): unknown {
  return errorOf("invalid_request", {
    details: expect.arrayContaining([expect.objectContaining({ path })]) as unknown,
  });
}
