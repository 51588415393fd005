/** The API's document as one caller fuzzes it: its operations alone, and ids of what is there, which cannot be guessed. */
interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly $ref?: string;
}

export interface Operation {
  readonly operationId?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, object>> };
}

interface AsOf {
  readonly name?: string;
  readonly schema?: { readonly type?: string; readonly anyOf?: readonly object[] };
}

interface Components {
  readonly parameters?: Readonly<Record<string, AsOf>>;
}

export interface ApiDocument {
  readonly components?: Components;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** By the path up to its parameter. */
export type KnownIds = ReadonlyMap<string, readonly string[]>;
type Chosen = (path: string, operation: Operation) => boolean;

/** Sorted behind what there is, because schemathesis takes the first as its example. */
const NOBODYS = "ffffffff-ffff-7fff-bfff-ffffffffffff";
/** What an operation with such a path puts an end to is not there for the operations that come after it. */
const ENDS = /\/(?:revoke|suspend|erasure)$/;

/** `moments` are such as everything that has an id was there already, in the forms that `asOf` takes. */
export function fuzzedDocument(
  document: ApiDocument,
  { ids, moments }: { readonly ids: KnownIds; readonly moments: readonly string[] },
  chosen: Chosen,
): ApiDocument {
  const paths = Object.entries(document.paths).flatMap(([path, operations]) => {
    const own = Object.entries(operations).filter(([, operation]) => chosen(path, operation));
    if (own.length === 0) return [];
    const known = idsOf(path, ids);
    const withIds = own.map(([method, operation]) => {
      const { parameters = [], requestBody } = operation;
      const some = [...share(known, method === "delete" || ENDS.test(path)), NOBODYS];
      const fuzzed = parameters.filter(mayBeMadeUp).map((one) => named(one, some));
      return [method, { ...operation, parameters: fuzzed, requestBody: requestBody && fuzzedBody(requestBody) }];
    });
    return [[path, Object.fromEntries(withIds)] as const];
  });
  return { ...document, components: fuzzedComponents(document.components, moments), paths: Object.fromEntries(paths) };
}

/** Lines are a text, whatever is sent as them: nothing is of another type. */
function fuzzedBody({ content = {}, ...more }: NonNullable<Operation["requestBody"]>): object {
  const lines =
    "application/x-ndjson" in content
      ? { "application/x-ndjson": { ...content["application/x-ndjson"], schema: {} } }
      : {};
  return { ...more, content: { ...content, ...lines } };
}

/** Two headers are not taken up where they are of another form than the document says, rather than refused. */
function fuzzedComponents({ parameters = {}, ...more }: Components = {}, moments: readonly string[]): Components {
  const fuzzed = Object.entries(parameters).map(([name, one]) => {
    if (name === "RequestId" || name === "IfNoneMatch") return [name, { ...one, schema: { type: "string" } }];
    return [name, name === "AsOf" ? askedOf(one, moments) : one];
  });
  return { ...more, parameters: Object.fromEntries(fuzzed) as Components["parameters"] };
}

/** A moment that is made up is one before anything was, or one that has not come. */
function askedOf(asOf: AsOf, moments: readonly string[]): object {
  const { anyOf = [] } = asOf.schema ?? {};
  const examples = Object.fromEntries(moments.map((value) => [value, { value }]));
  return { ...asOf, schema: { anyOf: [{ type: "string", enum: moments }, ...anyOf] }, examples };
}

/** Throws where a path names what nobody has made. */
function idsOf(path: string, ids: KnownIds): readonly string[] {
  const [collection, parameter] = path.split("/{");
  if (parameter === undefined) return [];
  const known = ids.get(collection ?? "");
  if (known === undefined) throw new Error(`The fuzzed tenant has nothing that ${path} names.`);
  return known;
}

/** One half is there to be ended, the other one to stay; one alone is there for both. */
function share(known: readonly string[], ends: boolean): readonly string[] {
  const half = Math.ceil(known.length / 2);
  return known.length === 1 ? known : ends ? known.slice(half) : known.slice(0, half);
}

/** A position that nothing has reached is answered by a 503, as it should be. */
const mayBeMadeUp = ({ $ref = "" }: Parameter): boolean => !$ref.endsWith("/MinPosition");

const named = (parameter: Parameter, known: readonly string[]): Parameter =>
  parameter.in === "path" ? ({ ...parameter, schema: { type: "string", enum: known } } as Parameter) : parameter;
