/** Marks the fields that can identify a natural person, or that are secret: they are sealed at rest with the owner's data key. */
import { z } from "zod";

const marked = z.registry<{ sealed: true; retention?: string }>();

/** What a sealed field reads as once its data key is destroyed. */
export const ERASED = "[erased]";

/** Marks a string field as sealed. It reads as {@link ERASED} after its owner's data key was destroyed. */
export function personal<Schema extends z.ZodType<string | null | undefined>>(schema: Schema): Schema {
  const own = schema.clone();
  marked.add(own, { sealed: true });
  return own;
}

/**
 * Marks a string field as sealed and kept for a while only: its data key is that of `retention` (a word such as
 * `review_text`) and of the UTC day on which the event occurred. It reads as {@link ERASED} once that day's key was destroyed.
 */
export function retained<Schema extends z.ZodType<string | null | undefined>>(
  retention: string,
  schema: Schema,
): Schema {
  const own = schema.clone();
  marked.add(own, { sealed: true, retention });
  return own;
}

/**
 * Whether this very schema node was marked by {@link personal} or {@link retained}; wrappers such as `optional` are the
 * caller's to unwrap.
 * `get` and not `has`: a mark must survive refinement, as in `personal(z.string()).min(3)`, which makes a new node.
 */
export function isPersonal(schema: z.core.$ZodType): boolean {
  return marked.get(schema as z.ZodType)?.sealed === true;
}

/** The retention of a node that was marked by {@link retained}; undefined where it is kept as long as its owner. */
export function retentionOf(schema: z.core.$ZodType): string | undefined {
  return marked.get(schema as z.ZodType)?.retention;
}
