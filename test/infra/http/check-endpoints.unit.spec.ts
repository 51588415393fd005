/** A misdeclared endpoint does not get past the start. */
import { z } from "zod";
import { checkEndpoints } from "../../../infra/http/check-endpoints";
import { dispatchTable } from "../../../infra/http/dispatch-table";
import { apiKey, command, type Endpoint, open, provider, query } from "../../../infra/http/endpoint";
import { sampleEndpoints } from "./sample-endpoints";
import { sampleRules } from "./sample-rules";

const good = command({
  id: "do-it",
  method: "POST",
  path: "/api/v1/things/:id",
  access: apiKey("notes:write"),
  on: "business",
  area: "thing",
  summary: "Does it.",
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({ name: z.string().max(9) }),
  responds: { status: 200, body: z.object({}) },
  example: { name: "x" },
  handle: async () => ({}),
}) as Endpoint;

const check = (...endpoints: readonly object[]) => checkEndpoints(endpoints as readonly Endpoint[], sampleRules);

test("what is declared well passes", () => {
  expect(() => check(good, ...sampleEndpoints)).not.toThrow();
});

test.each([
  [{ id: "doIt" }, "Its id is not in kebab-case."],
  [{ summary: "does it" }, "Its summary does not start with a capital letter."],
  [{ path: "/api/v1/things" }, "The params of /api/v1/things are not those that its schema declares."],
  [{ aliases: ["/api/v1/thing/:thing"] }, "The params of /api/v1/thing/:thing are not those that its schema declares."],
  [{ path: "api/:id" }, "The path api/:id is not of the form /part/:param."],
  [{ method: "GET" }, "A GET has no body."],
  [{ method: "GET" }, "A GET writes nothing, so it is no command."],
  [{ responds: { status: 200 } }, "Its answer has no schema."],
  [{ responds: { status: 204, body: z.object({}) } }, "A 204 has no body."],
  [{ body: z.object({ name: z.string() }) }, "Its body is not a z.strictObject."],
  [
    { body: z.strictObject({ name: z.string(), in: z.array(z.object({})).optional() }) },
    "Its body.in[] is not a z.strictObject.",
  ],
  [{ body: z.union([z.strictObject({ name: z.string() }), z.object({})]) }, "Its body is not a z.strictObject."],
  [{ body: z.strictObject({ name: z.string().trim().min(1).nullable() }) }, "Its body.name has no greatest length."],
  [{ body: z.strictObject({ name: z.url() }) }, "Its body.name has no greatest length."],
  [
    { body: z.strictObject({ name: z.array(z.enum(["x"])).transform((all) => all[0]) }) },
    "Its body.name has no greatest length.",
  ],
  [{ query: z.strictObject({ type: z.string().optional() }) }, "Its query.type has no greatest length."],
  [{ body: z.strictObject({ name: z.iso.datetime().nullable() }) }, "Its body.name takes an instant of any year."],
  [{ query: z.strictObject({ from: z.iso.datetime().optional() }) }, "Its query.from takes an instant of any year."],
  [{ example: undefined }, "Its body has no example."],
  [{ example: { name: 1 } }, "Its example does not fit its body."],
  [{ refusals: ["made_up"] }, "The refusal made_up has no status."],
  [{ refusals: ["note_exists", "note_exists"] }, "The refusal note_exists is listed twice."],
  [{ uses: ["madeUp"] }, "There is no quota madeUp."],
  [{ uses: ["notesPerDay", "notesPerDay"] }, "The quota notesPerDay is listed twice."],
  [{ access: open(), on: "none", uses: ["notesPerDay"] }, "so it counts against none of its quotas."],
  [{ access: apiKey("made:up") }, "There is no scope made:up."],
  [{ access: { ...good.access, plan: "gold" } }, "There is no plan gold."],
  [{ access: open("dashboard") }, "Its callers need not have an account, so it cannot act on business."],
  [{ query: z.object({ validateOnly: z.string() }) }, "validateOnly is understood by every command already."],
  [{ kind: "query" }, "A query is a GET."],
  [{ bodyStream: "text/plain" }, "Its body is either parsed or streamed, not both."],
])("%j is refused: %s", (fault, sentence) => {
  expect(() => check({ ...good, ...fault })).toThrow(sentence);
});

test.each([
  [
    { reads: [] },
    "It reads no tables, so it cannot answer asOf: it names those in reads, or says why not in presentOnly.",
  ],
  [
    { reads: ["notes", "authors"] },
    "The table authors has no past of a business, so presentOnly has to say that asOf is refused.",
  ],
  [{ query: z.strictObject({ asOf: z.string().max(9) }) }, "asOf is understood by every query of a business already."],
  [
    { on: "account", presentOnly: "It may not." },
    "It is no query of a business and knows no asOf, so presentOnly refuses nothing.",
  ],
])("a query of a business with %j is refused: %s", (fault, sentence) => {
  const { body: _body, example: _example, ...read } = good;
  const told = { ...read, kind: "query", method: "GET", reads: ["notes"] };
  expect(() => check(told)).not.toThrow();
  expect(() => check({ ...told, reads: [], presentOnly: "Others say more." })).not.toThrow();
  expect(() => check({ ...told, ...fault })).toThrow(`do-it: ${sentence}`);
});

test.each<[object, string]>([
  [{ on: "business" }, "Its callers need not have an account, so it cannot act on business."],
  [{ method: "PATCH" }, "What a provider signs is a POST."],
  [
    { body: z.strictObject({ name: z.string().max(9) }), example: { name: "x" } },
    "Its body is what a provider signed, so it declares none.",
  ],
  [{ bodyStream: "text/plain" }, "Its body is what a provider signed, so it declares none."],
  ...["query", "command"].map((kind): [object, string] => [
    { kind },
    "A provider has something to say, and neither rehearses it nor names a revision, so it is an action.",
  ]),
  [{ access: { ...provider(), scopes: ["notes:write"] } }, "A provider has no scopes, plan or permission."],
  [{ access: { ...provider(), plan: "growth" } }, "A provider has no scopes, plan or permission."],
  [{ access: { ...provider(), permission: "notes" } }, "A provider has no scopes, plan or permission."],
])("what a provider signs with %j is refused: %s", (fault, sentence) => {
  const { body: _body, example: _example, ...rest } = good;
  const example = { "application/json": { name: "x" }, "application/x-www-form-urlencoded": { name: "x" } };
  const form = z.object({ name: z.string().max(9) });
  const forms = { "application/json": form, "application/x-www-form-urlencoded": form };
  const signed = { ...rest, kind: "action", access: provider(), on: "none", example, forms };
  expect(() => check(signed)).not.toThrow();
  expect(() => check({ ...signed, forms: { "application/json": form } })).toThrow(
    "What a provider sends as application/x-www-form-urlencoded has no schema.",
  );
  expect(() => check({ ...signed, example: { ...example, "application/json": { name: 1 } } })).toThrow(
    "Its example of application/json does not fit its form.",
  );
  expect(() => check({ ...signed, example: undefined })).toThrow("- do-it: Its body has no example.");
  expect(() => check({ ...signed, ...fault })).toThrow(`- do-it: ${sentence}`);
});

test("everything that is wrong is said at once, and what stands twice as well", () => {
  const other = {
    ...good,
    id: "do-other",
    path: "/api/v1/things/:thing",
    params: z.strictObject({ thing: z.string() }),
    summary: "other",
  };
  expect(() => check(good, good, other)).toThrow(
    "Endpoints are misdeclared:\n- do-other: Its summary does not start with a capital letter.\n" +
      "- Two endpoints have the id do-it.\n- Two endpoints answer POST /api/v1/things/:.",
  );
});

test("a literal path is found before one with a parameter, and is no id for a method that only the latter has", () => {
  const get = (id: string, path: string, method = "GET") =>
    ({ ...query({ ...good, kind: undefined, id, path } as never), method }) as unknown as Endpoint;
  const find = dispatchTable([
    get("one", "/a/:id"),
    get("jobs", "/a/jobs"),
    get("drop", "/a/:id", "DELETE"),
    get("ads", "/a/:id/ads"),
  ]);
  const found = (method: string, path: string) => {
    const result = find(method, path);
    return result.kind === "endpoint" ? [result.endpoint.id, result.params] : result;
  };
  expect(found("GET", "/a/jobs")).toEqual(["jobs", {}]);
  expect(found("DELETE", "/a/jobs")).toEqual({ kind: "other_methods", allow: ["GET", "HEAD"] });
  expect(found("DELETE", "/a/x")).toEqual(["drop", { id: "x" }]);
  expect(found("GET", "/a/jobs/ads")).toEqual(["ads", { id: "jobs" }]);
  expect(found("GET", "/a/x%2Fy")).toEqual(["one", { id: "x/y" }]);
  expect(found("PATCH", "/a/x")).toEqual({ kind: "other_methods", allow: ["DELETE", "GET", "HEAD"] });
  expect(found("GET", "/a/")).toEqual({ kind: "nothing" });
  expect(found("GET", "/a")).toEqual({ kind: "nothing" });
});
