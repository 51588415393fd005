/** Every request, answer, error and delivery of the document has an example, and every example fits what it is an example of. */
import { serviceDocument } from "../../../../infra/composition/catalogue/document";
import recorded from "../../../../infra/composition/catalogue/recorded-answers.json";
import { rareErrors } from "../../../answers/rare-errors";
import { type CheckedDocument, documentCheck } from "../../../support/openapi-check";

interface Media {
  readonly schema?: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly $ref: string }>>;
}
type Content = Readonly<Record<string, Media>>;
interface Response {
  readonly description: string;
  readonly content?: Content;
}
interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>;
}
interface Whole extends CheckedDocument {
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly responses: Readonly<Record<string, Response>>; readonly examples: Examples };
}
type Examples = Readonly<Record<string, { readonly value: unknown }>>;

const document = serviceDocument() as unknown as Whole;
const { responses, examples } = document.components;
const check = documentCheck(document);
const operations = Object.values(document.paths).flatMap((item) => Object.values(item) as Operation[]);
const lastPart = (reference: string) => reference.split("/").at(-1) ?? "";

/** The values of a media type's examples; none where a reference leads nowhere. */
const valuesOf = ({ example, examples: named = {} }: Media): readonly unknown[] => [
  ...(example === undefined ? [] : [example]),
  ...Object.values(named).map(({ $ref }) => examples[lastPart($ref)]?.value),
];

/** What is wrong with the examples of these media types, in a sentence each. */
const faultsOf = (where: string, content: Content): readonly string[] =>
  Object.entries(content).flatMap(([type, media]) => {
    const values = valuesOf(media);
    if (values.length === 0) return [`${where} ${type} has no example`];
    return values.flatMap((value) => {
      const fault = check.faults(media.schema ?? {}, value);
      return fault === null ? [] : [`${where} ${type}: ${fault}`];
    });
  });

test("every body that can be sent has an example that fits, in each form in which it can be sent", () => {
  const faults = operations.flatMap(({ operationId, requestBody }) =>
    requestBody === undefined ? [] : faultsOf(operationId, requestBody.content),
  );
  expect(faults).toEqual([]);
});

test("every answer of success has an example that fits", () => {
  const faults = operations.flatMap(({ operationId, responses: answers }) =>
    Object.entries(answers).flatMap(([status, answer]) =>
      "$ref" in answer ? [] : faultsOf(`${operationId} ${status}`, answer.content ?? {}),
    ),
  );
  expect(faults).toEqual([]);
});

test("every error has an example of each of its codes that fits, in both of its forms", () => {
  const faults = Object.entries(responses).flatMap(([name, { description, content = {} }]) => {
    const codes = [...description.matchAll(/`(\w+)`/g)].map(([, code = ""]) => code);
    const missing = Object.entries(content).flatMap(([type, media]) =>
      codes
        .filter((code) => media.examples?.[code] === undefined)
        .map((code) => `${name} ${type}: ${code} has no example`),
    );
    return [...missing, ...faultsOf(name, content)];
  });
  expect([...new Set(faults)]).toEqual([]);
  expect(Object.keys(responses).length).toBeGreaterThan(90);
});

test("errors that tests are hardly ever answered with are told as they would be answered", () => {
  for (const [code, body] of Object.entries(rareErrors()))
    expect(recorded.errors[code as keyof typeof recorded.errors]).toEqual(body);
  expect(Object.keys(rareErrors()).length).toBeGreaterThan(10);
});

test("every delivery has an example that fits", () => {
  const faults = Object.entries(document.webhooks).flatMap(([type, { post }]) =>
    faultsOf(type, post.requestBody?.content ?? {}),
  );
  expect(faults).toEqual([]);
  expect(Object.keys(document.webhooks).length).toBeGreaterThan(10);
});

test("no example is left that nothing refers to, and none holds an address or a secret", () => {
  const text = JSON.stringify(document);
  const unused = Object.keys(examples).filter((name) => !text.includes(`"#/components/examples/${name}"`));
  expect(unused).toEqual([]);
  expect(JSON.stringify(examples)).not.toMatch(/svc_live_(?!0{20})\w{20}|whsec_(?!0{20})\w{20}|localhost|127\.0\.0\.1/);
});
