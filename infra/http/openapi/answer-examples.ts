/** Examples of answers: recorded from the service itself, so that nobody makes up what it would say. */
import type { Endpoint } from "../endpoint";
import { problemMembers } from "../error-answers";
import { camelCase } from "./camel-case";

/** What was recorded. Whatever is absent here has no example in the document. */
export interface RecordedAnswers {
  /** By operation id, then by status and media type such as `200 application/json`; texts as they came. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The body of an error, by its code. */
  readonly errors: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Members of a media type in the document: its examples by name, each a reference. */
export interface WithExamples {
  readonly examples?: Readonly<Record<string, { readonly $ref: string }>>;
}

/** The document's examples: each stands once, however many responses refer to it. */
export interface ExampleBook {
  answer(endpoint: Pick<Endpoint, "id">, status: number, type: string): WithExamples;
  /** One of each code, in the usual form or as a problem document. */
  errors(status: number, codes: readonly string[], form: "Error" | "Problem"): WithExamples;
  dryRun(): WithExamples;
  components(): Readonly<Record<string, { readonly value: unknown }>>;
}

/** Short names of the media types beside JSON, for the names of their examples. */
const suffixOf = (type: string): string =>
  type === "application/json" ? "" : `.${type.replace(/^.*\//, "").replace(/[^a-z]/g, "-")}`;

export function exampleBook({ answers, errors }: RecordedAnswers): ExampleBook {
  const known = new Map<string, unknown>();
  const refer = (as: string, name: string, value: unknown): WithExamples => {
    known.set(name, value);
    return { examples: { [as]: { $ref: `#/components/examples/${name}` } } };
  };
  return {
    answer({ id }, status, type) {
      const operationId = camelCase(id);
      const value = answers[operationId]?.[`${status} ${type}`];
      return value === undefined ? {} : refer("answered", `${operationId}.${status}${suffixOf(type)}`, value);
    },
    errors(status, codes, form) {
      const found = codes.flatMap((code) => {
        const body = errors[code];
        if (body === undefined) return [];
        const problem = form === "Problem" ? problemMembers(status, sentenceOf(body)) : {};
        const name = `${status}.${code}${form === "Problem" ? ".problem" : ""}`;
        return [refer(code, name, { ...body, ...problem }).examples];
      });
      return found.length === 0 ? {} : { examples: Object.assign({}, ...found) as WithExamples["examples"] & object };
    },
    dryRun: () => refer("rehearsed", "DryRun", { valid: true }),
    components: () =>
      Object.fromEntries([...known].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => [name, { value }])),
  };
}

/** Where `error` is the code again, `message` has the sentence. */
const sentenceOf = ({ error, message }: Readonly<Record<string, unknown>>): string => String(message ?? error);
