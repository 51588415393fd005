/** Reads an observation from the text that a collector wrote: all of it as published, or the fields at fault. */
import { z } from "zod";
import { observationSchema, type Observation } from "../../domain/places/observation";
import { faultInJson } from "../../infra/http/json-text";
import { schemaViolation } from "./observation-json-schema";
import type { RejectedObservation } from "./rejected-observation";

export interface Unreadable {
  readonly fault: "not_json" | "not_as_published";
  /** The observation's id, where it could be read. */
  readonly id: string | null;
  readonly why: RejectedObservation["why"];
}

// Compiled with the first observation: most processes never see one.
let observation: typeof observationSchema | undefined;

/** `text` is called `called` in what is said about it. */
export function readObservation(text: string, called: "line" | "value"): Observation | Unreadable {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: "not_json", id: null, why: [{ path: "", message: `This ${called} is not JSON.` }] };
  }
  const fault = faultInJson(text);
  if (fault !== undefined) return { fault: "not_as_published", id: null, why: [fault] };
  const violation = schemaViolation(value);
  observation ??= z.compile(observationSchema);
  const parsed = observation.safeParse(value);
  if (violation === undefined && parsed.success) return parsed.data;
  // Of what is at fault, the schema in the code says all, and the published one the first.
  const issues = parsed.error?.issues.map(({ path, message }) => ({ path: path.map(String).join("."), message }));
  return { fault: "not_as_published", id: idOf(value), why: issues ?? (violation === undefined ? [] : [violation]) };
}

function idOf(value: unknown): string | null {
  return typeof value === "object" && value !== null && "id" in value && typeof value.id === "string" ? value.id : null;
}
