/** Receipts: whether an answer that was kept is whole. */
import { createHash } from "node:crypto";
import type { components } from "./api";

export type Receipt = components["schemas"]["Receipt"];

/** Whether the digest in `_receipt` is that of everything else in the answer, as parsed from JSON. */
export function isReceiptOf(answer: { readonly _receipt: Receipt }): boolean {
  const { _receipt: receipt, ...rest } = answer;
  return createHash("sha256").update(canonicalJson(rest)).digest("hex") === receipt.sha256;
}

/** One text for equal JSON values (RFC 8785): members by their UTF-16 code units, numbers and strings as ECMAScript writes them. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(",")}}`;
}
