/** Documents and files are answered as endpoints are: with a request id, a line in the log, and errors of one form. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentTag } from "../../../infra/http/entity-tags";
import { eventually } from "../../support/eventually";
import { send } from "../../support/http-client";
import { startSampleService, type SampleService } from "./sample-service";

let service: SampleService;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pages-"));
  await writeFile(join(folder, "page.js"), "void 0;\n");
  await writeFile(join(folder, ".page.js.swp"), "void 1;\n");
  await writeFile(join(folder, "page.css"), "a {}");
  const packaged = { "gone.js": join(folder, "of-no-package", "gone.js") };
  service = await startSampleService({ pages: [{ path: "/page", folder, packaged, values: { "values.json": [1] } }] });
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await service.close();
});

const recordOf = (requestId: unknown) =>
  eventually(() => {
    const record = service.records.find((one) => one.requestId === requestId);
    expect(record).toBeDefined();
    return record;
  });
const linesOf = (requestId: unknown) => service.logLines.filter((line) => line.includes(`"${String(requestId)}"`));

const paths = [
  ...["/openapi.json", "/docs", "/docs/", "/docs/start.js", "/docs/swagger-ui.css", "/docs/swagger-ui-bundle.js"],
  ...["/docs/favicon-32x32.png", "/page/page.js", "/page/values.json"],
];

test.each(paths)(
  "%s has a request id of its own or the one that it was given, and one line in the log without the query",
  async (path) => {
    const made = await send(`${service.url}${path}`);
    expect([made.status, made.headers["x-request-id"]]).toEqual([200, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    const requestId = `of${path.replaceAll("/", ".")}`;
    for (const method of ["GET", "HEAD"]) {
      const headers = { "x-request-id": `${requestId}.${method}` };
      const given = await send(`${service.url}${path}?secret=1`, { method, headers });
      expect(given.headers["x-request-id"]).toBe(headers["x-request-id"]);
      expect(await recordOf(headers["x-request-id"])).toMatchObject({ method, route: path, status: 200 });
    }
    for (const id of [made.headers["x-request-id"], `${requestId}.GET`]) {
      const [line = "", ...more] = linesOf(id);
      expect(more).toEqual([]);
      expect(JSON.parse(line)).toMatchObject({
        msg: "request",
        method: "GET",
        route: path,
        status: 200,
        requestId: id,
      });
      expect(line).not.toContain("secret");
    }
  },
);

test.each(paths)("%s has a strong tag, by which what has not changed is a 304 with the same headers", async (path) => {
  const first = await send(`${service.url}${path}`);
  const etag = String(first.headers["etag"]);
  expect(etag).toMatch(/^"c[\w-]+"$/);
  const requestId = `known${path.replaceAll("/", ".")}`;
  const asked = { "x-request-id": requestId, "if-none-match": `"other", ${etag}` };
  const unchanged = await send(`${service.url}${path}`, { headers: asked });
  expect([unchanged.status, unchanged.text]).toEqual([304, ""]);
  // Of the content itself nothing is told again.
  const { date: _date, "content-type": _type, "content-length": _length, ...told } = first.headers;
  const { date: _now, ...toldAgain } = unchanged.headers;
  expect(toldAgain).toEqual({ ...told, "x-request-id": requestId });
  expect(await recordOf(requestId)).toMatchObject({ status: 304 });
  const there = await send(`${service.url}${path}`, { headers: { "if-match": "*" } });
  expect([there.status, there.headers["etag"]]).toEqual([200, etag]);
});

test("a file that changes has another tag", async () => {
  const path = join(folder, "page.css");
  expect((await send(`${service.url}/page/page.css`)).headers["etag"]).toBe(contentTag("a {}"));
  await writeFile(path, "a { color: red }");
  expect((await send(`${service.url}/page/page.css`)).headers["etag"]).toBe(contentTag("a { color: red }"));
});

test("a file that an editor or a system hides beside a page is not served", async () => {
  const hidden = await send(`${service.url}/page/.page.js.swp`);
  expect([hidden.status, hidden.json?.["code"]]).toEqual([404, "not_found"]);
});

test("a file that cannot be read is an error as all are, told in whole to operators alone", async () => {
  const headers = { "x-request-id": "unreadable" };
  const failed = await send(`${service.url}/page/gone.js`, { headers });
  expect([failed.status, failed.json]).toEqual([
    500,
    { error: expect.any(String) as string, code: "internal_error", requestId: "unreadable" },
  ]);
  expect([failed.headers["x-request-id"], failed.headers["cache-control"]]).toEqual(["unreadable", "no-store"]);
  expect(await recordOf("unreadable")).toMatchObject({ route: "/page/gone.js", status: 500 });
  expect(linesOf("unreadable").filter((line) => line.includes("ENOENT"))).toHaveLength(1);
});

test.each([
  ["/docs/swagger-ui.css", { range: "bytes=99999999-" }, 416, "range_not_satisfiable"],
  ["/docs/swagger-ui-bundle.js", { "if-match": '"other"' }, 412, "precondition_failed"],
  ["/docs/favicon-32x32.png", { "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT" }, 412, "precondition_failed"],
  ["/page/page.js", { range: "bytes=99999999-" }, 416, "range_not_satisfiable"],
  ["/page/page.js", { "if-match": '"other"' }, 412, "precondition_failed"],
])(
  "%s that cannot be had by %j is refused with %i, which nobody keeps and no operator is told of",
  async (path, asked, status, code) => {
    const requestId = `refused${path.replaceAll("/", ".")}.${status}`;
    const refused = await send(`${service.url}${path}`, { headers: { ...asked, "x-request-id": requestId } });
    expect([refused.status, refused.json]).toEqual([status, { error: expect.any(String) as string, code, requestId }]);
    expect(refused.headers).toMatchObject({
      "x-request-id": requestId,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    for (const ofTheFile of ["etag", "last-modified", "content-range", "accept-ranges"])
      expect(refused.headers).not.toHaveProperty(ofTheFile);
    expect(await recordOf(requestId)).toMatchObject({ method: "GET", route: path, status });
    expect(linesOf(requestId)).toHaveLength(1);
  },
);

test("beside a document there is nothing, and that is said and logged once", async () => {
  const headers = { "x-request-id": "beside" };
  const nothing = await send(`${service.url}/docs/else.js`, { headers });
  expect([nothing.status, nothing.json?.["code"]]).toEqual([404, "not_found"]);
  expect(await recordOf("beside")).toMatchObject({ route: "unknown", status: 404 });
  expect(linesOf("beside")).toHaveLength(1);
});
