/** What proves a history: a digest of each event as it is stored, and the chain that binds each to all before it. */
import { createHash } from "node:crypto";
import type { Recorded } from "./event";

/** The head of a chain without events. */
export const GENESIS = "0".repeat(64);

/**
 * SHA-256, in hex, over the canonical JSON (RFC 8785) of the event as it is stored, without its position: the order of a
 * history is the chain's to prove, and positions are the log's own, which another log would give anew.
 */
export function eventDigest(event: Recorded): string {
  const { id, type, stream, revision, metadata, data } = event.stored ?? event;
  return sha256(canonicalJson({ id, type, stream, revision, metadata, data }));
}

/** The chain's head after one more event: SHA-256, in hex, over the head before and the event's digest, both in hex. */
export const chained = (head: string, digest: string): string => sha256(head + digest);

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** One text for equal JSON values, whatever the order of their members (RFC 8785). */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const named = value as Readonly<Record<string, unknown>>;
  let members = "";
  // By UTF-16 code units, as the RFC has it and as texts are sorted: not by locale.
  for (const name of Object.keys(named).sort()) {
    const member = named[name];
    if (member === undefined) continue;
    members += `${members === "" ? "" : ","}${JSON.stringify(name)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}
