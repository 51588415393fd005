/** What zod leaves unsaid of its schemas in JSON Schema, and what it says at too great a length. */

/** A schema as zod wrote it, to be changed in place. */
export interface WrittenSchema {
  type?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, unknown>;
  propertyNames?: unknown;
  additionalProperties?: unknown;
}

const INT32_MAX = 2 ** 31 - 1;

/** The longest text that zod takes for each format: no bound of our choice, because others would not be of the format. */
const longest: Readonly<Record<string, number>> = { uuid: 36, date: 10, ipv4: 15, ipv6: 45, cidrv4: 18, cidrv6: 49 };

/** Named formats say it all; the pattern that zod adds to them fills pages. */
const sayAll: ReadonlySet<string> = new Set(["date-time", "date", "email", "uuid", "ipv4", "ipv6"]);

/** The kernel refuses these characters wherever a request has them, because no store could keep them. */
export const STORABLE = "^[^\\u0000]*$";

/** Says in the schema what holds of its values although nobody wrote it there. */
export function sayInFull(schema: WrittenSchema, io: "input" | "output"): void {
  const { format = "" } = schema;
  if (sayAll.has(format)) delete schema.pattern;
  // The same characters, named so that a reader of patterns without Unicode's classes knows them too.
  schema.pattern = schema.pattern?.replaceAll("\\p{Cc}", "\\u0000-\\u001f\\u007f-\\u009f");
  if (schema.pattern === undefined) delete schema.pattern;
  if (schema.type === "integer") schema.format = integerFormat(schema);
  nameMembers(schema);
  if (schema.type !== "string" || schema.enum !== undefined || schema.const !== undefined) return;
  const end = longest[format];
  if (end !== undefined) schema.maxLength ??= end;
  if (io === "input" && format === "" && schema.pattern === undefined) schema.pattern = STORABLE;
}

function integerFormat({ minimum = -Infinity, maximum = Infinity }: WrittenSchema): string {
  return minimum >= -INT32_MAX - 1 && maximum <= INT32_MAX ? "int32" : "int64";
}

/** A record whose keys are few words has these members, and no others. */
function nameMembers(schema: WrittenSchema): void {
  const names = (schema.propertyNames as { enum?: readonly string[] } | undefined)?.enum;
  if (names === undefined || typeof schema.additionalProperties !== "object") return;
  const member = schema.additionalProperties;
  schema.properties = Object.fromEntries(names.map((name) => [name, member]));
  schema.additionalProperties = false;
  delete schema.propertyNames;
}
