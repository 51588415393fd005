/** The committed documents say what the code says, and the registry holds every endpoint under its one name. */
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { planRank } from "../../../../domain/plans";
import { scopes } from "../../../../domain/scopes";
import { staleDocuments } from "../../../../infra/cli/write-documents";
import { endpoints } from "../../../../infra/composition/catalogue/endpoints";
import { generatedDocuments } from "../../../../infra/composition/catalogue/generated-documents";
import { projections } from "../../../../infra/composition/catalogue/projections";
import { refusalStatuses } from "../../../../infra/composition/catalogue/refusal-statuses";
import { checkEndpoints } from "../../../../infra/http/check-endpoints";
import type { Endpoint } from "../../../../infra/http/endpoint";
import { camelCase } from "../../../../infra/http/openapi/operation";

const project = join(__dirname, "../../../..");

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "handle" in value && "access" in value;

/** Every exported endpoint in the rooms of endpoints: file, export and declaration. */
const declared = ["commands", "read-api"].flatMap((room) =>
  readdirSync(join(project, room)).flatMap((file) => {
    const exported = jest.requireActual<Record<string, unknown>>(join(project, room, file));
    return Object.entries(exported).flatMap(([name, value]) =>
      isEndpoint(value) ? [{ file, name, endpoint: value }] : [],
    );
  }),
);

test("the committed documents are fresh; `npm run docs` writes them", () => {
  expect(staleDocuments(project, generatedDocuments())).toEqual([]);
});

test("the committed OpenAPI document is valid for a foreign validator", async () => {
  const validator = join(project, "node_modules/@seriousme/openapi-schema-validator/bin/validate-api-cli.js");
  const { stdout } = await promisify(execFile)(process.execPath, [validator, join(project, "docs/openapi.json")]);
  expect(JSON.parse(stdout)).toMatchObject({ valid: true });
});

test("readiness is promised with the same body where the service cannot serve, and with no error in its place", () => {
  const { paths } = JSON.parse(String(generatedDocuments()["docs/openapi.json"])) as {
    paths: Record<string, { get: { responses: Record<string, { content?: object }> } }>;
  };
  const { 200: ready, 503: unavailable } = paths["/readyz"]?.get.responses ?? {};
  expect(ready?.content).toMatchObject({
    "application/json": { schema: { required: expect.arrayContaining(["log"]) as unknown } },
  });
  expect(unavailable?.content).toEqual(ready?.content);
});

test("file, export and id of an endpoint are the same words", () => {
  expect(declared.map(({ file, name }) => [file, name])).toEqual(
    declared.map(({ endpoint: { id } }) => [`${id}.ts`, camelCase(id)]),
  );
});

test("the registry holds every declared endpoint once", () => {
  const ids = (list: readonly Endpoint[]) => list.map(({ id }) => id).sort();
  expect(ids(endpoints)).toEqual(ids(declared.map(({ endpoint }) => endpoint)));
});

test("every endpoint of the registry is declared well", () => {
  const pastTables = projections.map(({ table }) => table);
  expect(() => checkEndpoints(endpoints, { refusalStatuses, planRank, scopes, pastTables })).not.toThrow();
});
