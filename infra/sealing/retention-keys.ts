/** How the data keys of what is kept for a while only are named: one for each retention and UTC day, `retention:review_text:2026-01-31`. */

/** Retentions are named by one word, so that no retention's keys lie among another's. */
export const RETENTION_NAME = /^[a-z][a-z0-9_]*$/;

/** The key of a retention on the UTC day of an ISO instant or day. */
export function retentionOwner(retention: string, instant: string): string {
  return `retention:${retention}:${instant.slice(0, 10)}`;
}
