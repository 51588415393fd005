/** The observation as JSON Schema, for those who hand observations in; what it says is what is checked first. */
import Ajv, { type ValidateFunction } from "ajv/dist/2020";
import { z } from "zod";
import { observationSchema } from "../../domain/places/observation";

const DESCRIPTION = `One observation: a value of the Kafka topic listing-observations, or a line of NDJSON. JSON Schema cannot express all of what is required. Beyond it:
instants lie in the years 1900 to 2199; observedAt lies no more than a few minutes in the future; no member is given twice, and none is called __proto__, constructor, prototype or $sealed; no number lies beyond what a double holds; nothing is nested deeper than 32 levels; no string holds NUL or half of a surrogate pair; the whole has at most 4 MiB of UTF-8.
On the topic, the record's key is the placeId. In a listing, text that is blank says nothing.`;

/** Made of the schema that reads observations, as they are before they are read. */
export function observationJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(observationSchema, { io: "input", target: "draft-2020-12" });
  return { $schema, title: "Observation", description: DESCRIPTION.replaceAll("\n", " "), ...schema };
}

export interface Violation {
  /** Members and indexes with dots between them; empty for the whole. */
  readonly path: string;
  readonly message: string;
}

// Compiled with the first observation: most processes never see one.
let validate: ValidateFunction | undefined;

/** The first thing in which the value is not what the published schema says; undefined where it is. */
export function schemaViolation(value: unknown): Violation | undefined {
  // Every format has a pattern beside it that says the same.
  validate ??= new Ajv({ validateFormats: false }).compile(observationJsonSchema());
  if (validate(value)) return undefined;
  const [error] = validate.errors ?? [];
  const path = (error?.instancePath ?? "").split("/").slice(1).map(unescaped).join(".");
  return { path, message: error?.message ?? "Is not as published." };
}

const unescaped = (part: string): string => part.replaceAll("~1", "/").replaceAll("~0", "~");
