/** Asking for drafts by key, and listing them. */
import type { paths } from "local-business-intelligence-client";
import { asking, type KeyClient } from "../support/api";

export const PATH = "/api/v1/content";
type Path = paths[typeof PATH];

export type Wanted = Path["post"]["requestBody"]["content"]["application/json"];

export const create = ({ v1 }: KeyClient, body: Wanted = {}, key?: string) =>
  v1.post(PATH, { body, params: { header: { "Idempotency-Key": key } } });

export const list = ({ v1 }: KeyClient, query: Path["get"]["parameters"]["query"] = {}) => v1.get(PATH, asking(query));
