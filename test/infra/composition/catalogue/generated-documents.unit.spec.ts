/** The committed documents say what the code says, and the registry holds every endpoint under its one name. */
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { promisify } from "node:util";
import { planRank } from "../../../../domain/plans";
import { scopes } from "../../../../domain/scopes";
import { quotaNames } from "../../../../read-api/account/quota-standings";
import { staleDocuments } from "../../../../infra/cli/write-documents";
import { endpoints } from "../../../../infra/composition/catalogue/endpoints";
import { generatedDocuments } from "../../../../infra/composition/catalogue/generated-documents";
import { projections } from "../../../../infra/composition/catalogue/projections";
import { refusalStatuses } from "../../../../infra/composition/catalogue/refusal-statuses";
import { checkEndpoints } from "../../../../infra/http/check-endpoints";
import type { Endpoint } from "../../../../infra/http/endpoint";
import { camelCase } from "../../../../infra/http/openapi/camel-case";

const project = join(__dirname, "../../../..");

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "handle" in value && "access" in value;

/** Every exported endpoint in the rooms of endpoints: file, folder below the room, export and declaration. */
const declared = ["commands", "read-api"].flatMap((room) => {
  const entries = readdirSync(join(project, room), { encoding: "utf8", recursive: true });
  return entries
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) => {
      const exported = jest.requireActual<Record<string, unknown>>(join(project, room, path));
      const [folder = ""] = path.split(sep);
      return Object.entries(exported).flatMap(([name, value]) =>
        isEndpoint(value) ? [{ file: basename(path), folder, name, endpoint: value }] : [],
      );
    });
});

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
    paths: Record<string, { get: { responses: Record<string, { content?: Record<string, { schema: object }> }> } }>;
  };
  const { 200: ready, 503: unavailable } = paths["/readyz"]?.get.responses ?? {};
  expect(ready?.content).toMatchObject({
    "application/json": { schema: { required: expect.arrayContaining(["log"]) as unknown } },
  });
  expect(unavailable?.content?.["application/json"]?.schema).toEqual(ready?.content?.["application/json"]?.schema);
});

test("file, export and id of an endpoint are the same words", () => {
  expect(declared.map(({ file, name }) => [file, name])).toEqual(
    declared.map(({ endpoint: { id } }) => [`${id}.ts`, camelCase(id)]),
  );
});

test("endpoints of one area stand in one folder, of the same name in both rooms", () => {
  const folders = new Map<string, Set<string>>();
  for (const { folder, endpoint } of declared)
    folders.set(endpoint.area, (folders.get(endpoint.area) ?? new Set()).add(folder));
  expect(folders.size).toBeGreaterThan(20);
  expect([...folders].filter(([, { size }]) => size > 1)).toEqual([]);
});

test("the registry holds every declared endpoint once", () => {
  const ids = (list: readonly Endpoint[]) => list.map(({ id }) => id).sort();
  expect(ids(endpoints)).toEqual(ids(declared.map(({ endpoint }) => endpoint)));
});

test("every endpoint of the registry is declared well", () => {
  const pastTables = projections.map(({ table }) => table);
  expect(() =>
    checkEndpoints(endpoints, { refusalStatuses, planRank, scopes, quotas: quotaNames, pastTables }),
  ).not.toThrow();
});
