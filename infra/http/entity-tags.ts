/** Entity tags (RFC 9110): reads are tagged by their content, or by a stream's revision where a write may depend on it. */
import { hash } from "node:crypto";
import { invalid } from "./failure";

/** The tag of a resource as of a stream's revision: what a later `If-Match` refers to. */
export const revisionTag = (revision: number): string => `"r${revision}"`;

/** A strong tag of an answer's bytes. */
export const contentTag = (body: string | Uint8Array): string => `"c${hash("sha1", body, "base64url")}"`;

/** A weak tag, for answers that say the same in other bytes each time. */
export const weakTag = (digest: string): string => `W/"c${digest}"`;

/** Whether `If-None-Match` names this tag; weakness does not matter here. */
export function matchesAny(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (one: string) => one.trim().replace(/^W\//, "");
  return ifNoneMatch.split(",").some((one) => one.trim() === "*" || opaque(one) === opaque(tag));
}

/** The revision that `If-Match` demands; undefined where it demands none. Throws 400 for tags that are of no revision. */
export function demandedRevision(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === "*") return undefined;
  const revision = /^"r(\d{1,15})"$/.exec(ifMatch.trim())?.[1];
  if (revision === undefined) {
    throw invalid([{ path: "If-Match", message: 'Expected one tag of a revision, such as "r3", as a write gave it.' }]);
  }
  return Number(revision);
}
