/** The generated document is valid, complete, and true: a foreign validator holds the running service against it. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { staleDocuments, writeDocuments } from "../../../infra/cli/write-documents";
import { openApiDocument } from "../../../infra/http/openapi/document";
import { routeIndex } from "../../../infra/http/openapi/route-index";
import { send } from "../../support/http-client";
import { checkedFetch, documentCheck } from "../../support/openapi-check";
import { sampleEndpoints } from "./sample-endpoints";
import { sampleRules } from "./sample-rules";
import { sampleSignature, startSampleService, type SampleService } from "./sample-service";

const delivery = z.object({ id: z.string(), type: z.literal("note.added") }).meta({ id: "Delivery" });
const areas = ["note", "webhook", "line", "feedback", "failure"].map((name) => ({
  name,
  description: `What is done with a ${name}.`,
}));
const note = { note: { id: "1", title: "Ask for reviews" } };
const exists = { error: "There is such a note.", code: "note_exists", requestId: "1", title: "Ask for reviews" };
const recorded = { answers: { addNote: { "201 application/json": note } }, errors: { note_exists: exists } };
const document = openApiDocument({
  title: "Notes",
  version: "1.0.0",
  description: "Notes of businesses.",
  areas,
  endpoints: sampleEndpoints,
  recorded,
  refusalStatuses: sampleRules.refusalStatuses,
  namedRefusals: sampleRules.namedRefusals,
  webhooks: [{ type: "note.added", summary: "A note was added.", schema: delivery }],
});

let service: SampleService;
let folder: string;
beforeAll(async () => {
  service = await startSampleService({ document });
  folder = await mkdtemp(join(tmpdir(), "documents-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await service.close();
});

const refersTo = (as: string, name: string) => ({ [as]: { $ref: `#/components/examples/${name}` } });

test("a foreign validator finds the document to be valid OpenAPI 3.1", async () => {
  const file = join(folder, "openapi.json");
  await writeFile(file, JSON.stringify(document));
  const validator = join(
    __dirname,
    "../../../node_modules/@seriousme/openapi-schema-validator/bin/validate-api-cli.js",
  );
  const { stdout } = await promisify(execFile)(process.execPath, [validator, file]);
  expect(JSON.parse(stdout)).toMatchObject({ valid: true });
});

test("every path, alias, refusal, scope and webhook of the declarations is in the document", () => {
  const { "/api/v1/notes": own, "/api/v1/me/notes": alias, "/api/v1/notes/{id}": one } = document.paths;
  expect(own?.["get"]).toMatchObject({ operationId: "listNotes", security: [{ serviceKey: [] }, { bearerKey: [] }] });
  expect(alias?.["get"]).toMatchObject({ operationId: "listNotesAlias1" });
  expect(own?.["post"]).toMatchObject({
    requestBody: { content: { "application/json": { example: { title: "Ask for reviews" } } } },
    responses: { "409": { $ref: "#/components/responses/409.idempotency_in_progress.note_exists" } },
    description:
      "Needs the scope `notes:write`. Needs the growth plan or a higher one. Counts against `notesPerBusiness`, of which `RateLimit` tells.",
  });
  expect(Object.keys(one ?? {})).toEqual(["get", "patch", "delete"]);
  expect(document.components.schemas["Note"]).toMatchObject({ type: "object", additionalProperties: false });
  expect(document["webhooks"]).toHaveProperty(["note.added", "post", "operationId"], "onNoteAdded");
});

test("answers and errors that were recorded stand once, and whatever can be answered so refers to them", () => {
  const { examples, responses } = document.components as unknown as {
    examples: object;
    responses: Record<string, { content: Record<string, object> }>;
  };
  const problem = { type: "about:blank", title: "Conflict", status: 409, detail: exists.error };
  expect(examples).toEqual({
    "409.note_exists": { value: exists },
    "409.note_exists.problem": { value: { ...exists, ...problem } },
    DryRun: { value: { valid: true } },
    "addNote.201": { value: note },
  });
  expect(document.paths["/api/v1/notes"]?.["post"]).toMatchObject({
    responses: {
      "201": { content: { "application/json": { examples: refersTo("answered", "addNote.201") } } },
      "200": { content: { "application/json": { examples: refersTo("rehearsed", "DryRun") } } },
    },
  });
  const { content } = responses["409.idempotency_in_progress.note_exists"] ?? { content: {} };
  expect(content["application/json"]).toMatchObject({ examples: refersTo("note_exists", "409.note_exists") });
  expect(content["application/problem+json"]).toMatchObject({
    examples: refersTo("note_exists", "409.note_exists.problem"),
  });
});

test("areas stand in the given order, those that are used, and one that is not described is refused", () => {
  expect(document["tags"]).toEqual(areas);
  const parts = { title: "", version: "", description: "", refusalStatuses: {}, namedRefusals: {}, webhooks: [] };
  const nameless = { ...parts, areas: areas.slice(1), endpoints: sampleEndpoints, recorded };
  expect(() => openApiDocument(nameless)).toThrow("No description is given for the areas note.");
});

test("a refusal that is named in its error has its own members in the document, beside those of the usual form", () => {
  const { responses } = document.components as unknown as { responses: Record<string, { content: object }> };
  const fact = { reviewStatus: { type: "string", enum: ["pending"] } };
  const members = {
    error: { const: "note_in_review" },
    code: { const: "note_in_review" },
    message: { type: "string" },
  };
  expect(responses["409.idempotency_in_progress.note_in_review"]?.content).toHaveProperty(
    ["application/json", "schema", "allOf", 1, "anyOf"],
    [
      { properties: { code: { enum: ["idempotency_in_progress"] } } },
      { required: ["message", "reviewStatus"], properties: { ...fact, ...members } },
    ],
  );
});

test("what a provider signs is a form or JSON by a signature, with neither origin, rehearsal nor Idempotency-Key", () => {
  const { post } = document.paths["/api/provider/notes"] ?? {};
  expect(post).toMatchObject({
    security: [{ providerSignature: [] }],
    requestBody: { content: { "application/x-www-form-urlencoded": {}, "application/json": {} } },
  });
  const { responses, parameters } = post as { responses: Record<string, object>; parameters: readonly object[] };
  expect(Object.keys(responses)).toEqual(["201", "400", "401", "413", "415", "429", "431", "500", "503"]);
  expect(responses["400"]).toEqual({
    $ref: "#/components/responses/400.invalid_request.malformed_body.unreadable_callback",
  });
  expect(JSON.stringify(parameters)).not.toMatch(/IdempotencyKey|ValidateOnly|IfMatch/);
});

test("two schemas under one id are refused", () => {
  const clash = z.object({ other: z.string() }).meta({ id: "Note" });
  const [first] = sampleEndpoints;
  const other = { ...first, id: "other", path: "/other/:id", responds: { status: 200, body: clash } };
  const endpoints = [...sampleEndpoints, other] as typeof sampleEndpoints;
  const parts = {
    title: "",
    version: "",
    description: "",
    refusalStatuses: {},
    namedRefusals: {},
    webhooks: [],
    areas,
    recorded,
    endpoints,
  };
  expect(() => openApiDocument(parts)).toThrow("Two different schemas have the id Note");
});

test("what the service does is what the document says, for every endpoint, in success and in error", async () => {
  const fetch = checkedFetch(document);
  const account = service.accounts.account({ plan: "agency", admin: true });
  const key = { "x-service-key": service.accounts.keyFor(account) };
  const cookie = { cookie: `service_session=${service.accounts.sessionFor(account)}` };
  const post = (path: string, headers: Record<string, string>, body: unknown) =>
    fetch(`${service.url}${path}`, { method: "POST", headers, body });
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${service.url}${path}`, { headers });

  const added = await post("/api/v1/notes", { ...key, "idempotency-key": "1" }, { title: "One" });
  const id = (added.json as { note: { id: string } }).note.id;
  await post("/api/v1/notes?validateOnly=true", key, { title: "Two" });
  await post("/api/v1/notes", key, { title: "One" });
  await post("/api/v1/notes", key, { title: 7 });
  await get("/api/v1/notes?limit=3", key);
  await get("/api/v1/me/notes");
  await get(`/api/v1/notes/${id}`, key);
  await get("/api/v1/notes/missing", { ...key, accept: "application/problem+json" });
  await get("/api/v1/notes/latest", key);
  await fetch(`${service.url}/api/v1/notes/${id}`, { method: "PATCH", headers: key, body: { title: "Uno" } });
  await fetch(`${service.url}/api/v1/notes/${id}?validateOnly=true`, {
    method: "PATCH",
    headers: key,
    body: { title: "1" },
  });
  await fetch(`${service.url}/api/v1/notes/${id}`, { method: "DELETE", headers: { ...key, "if-match": '"r9"' } });
  await fetch(`${service.url}/api/v1/notes/${id}`, { method: "DELETE", headers: key });
  await post("/api/notes", cookie, { title: "Board" });
  await get("/api/notes", cookie);
  await get("/api/admin/notes/x/count", cookie);
  await post(
    "/api/admin/lines",
    { authorization: "Bearer collector-token", "content-type": "application/x-ndjson" },
    "{}\n",
  );
  await post("/api/feedback", {}, { text: "Fine." });
  const said = sampleSignature({ url: `${service.publicUrl}/api/provider/notes?business=x`, body: "title=T" });
  const signed = { "x-sample-signature": said, "content-type": "application/x-www-form-urlencoded" };
  await post("/api/provider/notes?business=x", signed, "title=T");
  await post("/api/provider/notes?business=y", signed, "title=T");
  for (const how of ["contention", "log", "provider", "defect", "named"]) await post("/api/v1/failures", key, { how });

  expect([...fetch.seen]).toEqual(
    expect.arrayContaining([
      "addNote 200",
      "addNote 409",
      "deleteNote 412",
      "failOnPurpose 409",
      "failOnPurpose 500",
      "failOnPurpose 502",
    ]),
  );
  // The endless stream has no end to check.
  const operations = new Set(["countForever", ...[...fetch.seen].map((one) => one.split(" ")[0])]);
  expect(operations).toEqual(
    new Set(Object.values(document.paths).flatMap((item) => Object.values(item).map((one) => one["operationId"]))),
  );
});

test("the checking client throws at an answer that the document does not promise", async () => {
  const check = documentCheck(document);
  const reply = { status: 200, headers: { "content-type": "application/json", "x-request-id": "1" }, text: "{}" };
  const url = new URL(`${service.url}/api/v1/notes/1`);
  const good = { id: "1", title: "One" };
  check.exchange(url, {}, { ...reply, json: good });
  expect(() => check.exchange(url, {}, { ...reply, json: { ...good, secret: "x" } })).toThrow("additional properties");
  expect(() => check.exchange(url, {}, { ...reply, json: { id: "1" } })).toThrow("title");
  expect(() => check.exchange(url, {}, { ...reply, status: 418, json: good })).toThrow("no such status");
  const conflict = { status: 409, headers: { "content-type": "application/json", "x-request-id": "1" }, text: "{}" };
  const notes = new URL(`${service.url}/api/v1/notes`);
  check.exchange(notes, { method: "POST" }, { ...conflict, json: exists });
  const quota = { name: "notes", limit: 3, used: 3 };
  expect(() => check.exchange(notes, { method: "POST" }, { ...conflict, json: { ...exists, quota } })).toThrow(
    "addNote 409: the answer has code, error, quota, quota.limit, quota.name, quota.used, requestId, title, its example",
  );
  const undeclared = { error: "x", code: "made_up", requestId: "1" };
  expect(() => check.exchange(url, {}, { ...reply, status: 404, json: undeclared })).toThrow("allowed values");
});

test("the document is served, and its page loads nothing from elsewhere", async () => {
  const served = await send(`${service.url}/openapi.json`);
  expect(served.json).toEqual(JSON.parse(JSON.stringify(document)));
  const page = await send(`${service.url}/docs`);
  expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'; script-src 'self'");
  const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? "");
  expect(loaded).toHaveLength(4);
  for (const path of loaded) {
    expect(path).toMatch(/^\/docs\//);
    expect((await send(`${service.url}${path}`)).status).toBe(200);
  }
  for (const path of ["/openapi.json", "/docs", "/docs/start.js", ...loaded]) {
    const refused = await send(`${service.url}${path}`, { method: "POST" });
    expect([refused.status, refused.headers["allow"]]).toEqual([405, "GET, HEAD"]);
    expect(refused.json).toMatchObject({ code: "method_not_allowed" });
    expect((await send(`${service.url}${path}`, { method: "HEAD" })).status).toBe(200);
  }
});

test("the document is packed for whoever can read it so, and not sent again to whoever has it", async () => {
  const asked = (headers: Record<string, string>) => fetch(`${service.url}/openapi.json`, { headers });
  const packed = await asked({ "accept-encoding": "gzip" });
  expect([packed.headers.get("content-encoding"), packed.headers.get("vary")]).toEqual(["gzip", "accept-encoding"]);
  expect(await packed.json()).toEqual(JSON.parse(JSON.stringify(document)));
  const plain = await asked({ "accept-encoding": "identity" });
  expect([plain.headers.get("content-encoding"), plain.status]).toEqual([null, 200]);
  const headers = { "accept-encoding": "gzip", "if-none-match": packed.headers.get("etag") ?? "" };
  expect((await send(`${service.url}/openapi.json`, { headers })).status).toBe(304);
});

test("the route index lists every path with its access and file", () => {
  const index = routeIndex(sampleEndpoints, ({ id }) => `commands/${id}.ts`);
  expect(index).toContain(
    "| v1 | GET | /api/v1/me/notes | list-notes | api key: notes:read or notes:write | growth | commands/list-notes.ts |",
  );
  expect(index).toContain("| ops | GET | /docs |");
});

test("a committed document that fell behind is named", () => {
  const files = { "docs/a.md": "a", "b.txt": "b" };
  expect(staleDocuments(folder, files)).toEqual(["docs/a.md", "b.txt"]);
  writeDocuments(folder, files);
  expect(staleDocuments(folder, files)).toEqual([]);
  expect(staleDocuments(folder, { ...files, "b.txt": "B" })).toEqual(["b.txt"]);
});
