/** Turns zod schemas into JSON Schema 2020-12; those with an id stand once, among the document's components. */
import { z } from "zod";
import { sayInFull } from "./schema-details";

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface SchemaBook {
  /** `input`: what a client may send. `output`: what the service answers. */
  of(schema: z.ZodType, io: "input" | "output"): JsonSchema;
  /** Everything that was referred to so far, by name. */
  components(): Readonly<Record<string, JsonSchema>>;
}

interface Page {
  /** As zod wrote it, to see whether two are the same. */
  readonly written: string;
  readonly schema: JsonSchema;
}

export function schemaBook(): SchemaBook {
  const pages = new Map<string, Page>();

  /** The component's name: its id, its id and `Request` where clients may send something else, or a number without id. */
  const nameFor = (id: string, written: string, io: "input" | "output"): string => {
    const candidates = id.startsWith("__")
      ? [...pages.keys(), `Recursive${pages.size}`].filter((name) => name.startsWith("Recursive"))
      : [id, ...(io === "input" ? [`${id}Request`] : [])];
    const name = candidates.find((one) => (pages.get(one)?.written ?? written) === written);
    if (name === undefined) throw new Error(`Two different schemas have the id ${id}; an id must be unique.`);
    return name;
  };

  return {
    of(schema, io) {
      const { $schema: _dialect, $defs = {}, ...root } = written(schema, io);
      const names = new Map<string, string>();
      for (const [id, definition] of Object.entries($defs)) {
        const written = JSON.stringify(definition);
        const name = nameFor(id, written, io);
        names.set(id, name);
        pages.set(name, { written, schema: {} });
      }
      for (const [id, definition] of Object.entries($defs)) {
        const name = names.get(id) ?? id;
        pages.set(name, { written: JSON.stringify(definition), schema: referring(definition, names) as JsonSchema });
      }
      return referring(root, names) as JsonSchema;
    },
    components: () => {
      const sorted = [...pages].sort(([left], [right]) => (left < right ? -1 : 1));
      return Object.fromEntries(sorted.map(([name, page]) => [name, page.schema]));
    },
  };
}

const written = (schema: z.ZodType, io: "input" | "output") =>
  z.toJSONSchema(schema, {
    io,
    override: ({ zodSchema, jsonSchema }) => {
      sayInFull(jsonSchema, io);
      // Zod leaves it out where what is sent is read into something else; numbers of queries are, and are themselves all the same.
      if (zodSchema instanceof z.ZodDefault && zodSchema.safeParse(zodSchema.def.defaultValue).success)
        jsonSchema.default ??= zodSchema.def.defaultValue;
    },
  });

/** The same schema with its references led to the document's components, and without what only zod needs. */
function referring(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => referring(one, names));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(
    ([name]) => name !== "id" || typeof (value as { id: unknown }).id !== "string",
  );
  return Object.fromEntries(
    entries.map(([name, member]) => {
      if (name !== "$ref" || typeof member !== "string") return [name, referring(member, names)];
      const id = member.replace("#/$defs/", "");
      return [name, `#/components/schemas/${names.get(id) ?? id}`];
    }),
  );
}
