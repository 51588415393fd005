/** Reads a structured answer, and says what to mend where it has not the form that was asked for. */
import type { z } from "zod";

export type Structured = { readonly value: unknown } | { readonly faults: string };

/** A model that is told everything at once mends no better. */
const FAULTS_MAX = 20;

export function readStructured(schema: z.ZodType, text: string): Structured {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { faults: "It is not JSON." };
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return { value: parsed.data };
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "the whole"}: ${message}`);
  return { faults: faults.slice(0, FAULTS_MAX).join("\n") };
}

/** The one further question. */
export const mending = (faults: string): string =>
  `Your answer does not have the form that was asked for:\n${faults}\nAnswer again, with JSON of that form and nothing else.`;
