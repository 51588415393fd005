/** Asking for drafts by key, and listing them. */
import type { contentForms } from "../../domain/content/forms";
import { expectStatus, type KeyClient } from "../support/api";

export interface Item {
  readonly id: string;
  readonly type: keyof typeof contentForms;
  readonly topic: string | null;
  readonly provider: string;
  readonly model: string | null;
  readonly content: Readonly<Record<string, unknown>>;
  readonly sourceSummary: Readonly<Record<string, unknown>>;
}
export interface Created {
  readonly provider: string;
  readonly model: string | null;
  readonly generation: Item;
  readonly generations: readonly Item[];
  readonly freeRegenerationsApplied: number;
  readonly usage: { readonly used: number; readonly limit: number };
  readonly dataCoverage: Readonly<Record<string, unknown>>;
}
export const PATH = "/api/v1/content";
export const create = async (api: KeyClient, body: object = {}, key?: string) =>
  expectStatus(
    await api.post(PATH, body, key === undefined ? {} : { "idempotency-key": key }),
    201,
  ) as unknown as Created;
export const list = async (api: KeyClient, search = "") =>
  expectStatus(await api.get(`${PATH}?${search}`), 200) as unknown as {
    generations: Item[];
    count: number;
    nextCursor: string | null;
  };
