import { fuzzedDocument } from "./fuzzed-document";

const parameters = [
  { name: "id", in: "path" },
  { name: "include", in: "query" },
  { $ref: "#/components/parameters/MinPosition" },
];
const document = {
  openapi: "3.1.0",
  components: {
    parameters: {
      RequestId: { name: "X-Request-Id", schema: { type: "string", maxLength: 128 } },
      AsOf: { name: "asOf", schema: { anyOf: [{ type: "string", maxLength: 16 }] } },
    },
  },
  paths: {
    "/api/v1/reports/{id}": { get: { parameters }, delete: { parameters } },
    "/api/v1/reports": { get: {} },
    "/api/other/{id}": { get: { parameters } },
  },
};
const NOBODYS = "ffffffff-ffff-7fff-bfff-ffffffffffff";
const known = (ids: readonly string[]) => ({ ids: new Map([["/api/v1/reports", ids]]), moments: ["42"] });
const nothing = { ids: new Map(), moments: [] };
const ofV1 = (path: string) => path.startsWith("/api/v1/");

test("what is chosen is fuzzed alone, with ids of what is there and one of nobody's", () => {
  const { paths } = fuzzedDocument(document, known(["r1", "r2", "r3"]), ofV1);
  expect(Object.keys(paths)).toEqual(["/api/v1/reports/{id}", "/api/v1/reports"]);
  const { get, delete: gone } = paths["/api/v1/reports/{id}"] ?? {};
  expect(get?.parameters).toEqual([
    { name: "id", in: "path", schema: { type: "string", enum: ["r1", "r2", NOBODYS] } },
    { name: "include", in: "query" },
  ]);
  expect(gone?.parameters?.[0]).toMatchObject({ schema: { enum: ["r3", NOBODYS] } });
});

test("a path that names what nobody has made ends the run, and what is not asked for does not", () => {
  expect(() => fuzzedDocument(document, nothing, ofV1)).toThrow("/api/v1/reports/{id}");
  expect(Object.keys(fuzzedDocument(document, nothing, () => false).paths)).toEqual([]);
});

test("a header that is left alone in another form may have any, and a moment is often one that there was", () => {
  const { components } = fuzzedDocument(document, known([]), () => false);
  const anyOf = [
    { type: "string", enum: ["42"] },
    { type: "string", maxLength: 16 },
  ];
  expect(components?.parameters).toEqual({
    RequestId: { name: "X-Request-Id", schema: { type: "string" } },
    AsOf: { name: "asOf", schema: { anyOf }, examples: { "42": { value: "42" } } },
  });
});
