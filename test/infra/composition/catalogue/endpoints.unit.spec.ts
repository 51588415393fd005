/** The list of endpoints is whole: every file that declares one is on it, and every route that was promised is served as promised. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { endpoints } from "../../../../infra/composition/catalogue/endpoints";
import { serviceDocument } from "../../../../infra/composition/catalogue/document";
import type { Endpoint } from "../../../../infra/http/endpoint";

const root = join(__dirname, "..", "..", "..", "..");

test.each(["commands", "read-api"])("no file in %s that declares an endpoint is left out of the list", (room) => {
  const declared = readdirSync(join(root, room)).flatMap((file) => {
    const id = /\n {2}id: "([^"]+)",\n {2}method: /.exec(readFileSync(join(root, room, file), "utf8"))?.[1];
    return id === undefined ? [] : [id];
  });
  const listed = new Set(endpoints.map(({ id }) => id));
  expect(declared.length).toBeGreaterThan(15);
  expect(declared.filter((id) => !listed.has(id))).toEqual([]);
});

test("an endpoint's file is named as its id", () => {
  const files = new Set(["commands", "read-api"].flatMap((room) => readdirSync(join(root, room))));
  expect(endpoints.map(({ id }) => `${id}.ts`).filter((file) => !files.has(file))).toEqual([]);
});

const table = process.env["ENDPOINT_TABLE"] ?? join(root, "..", "shared", "spec", "endpoints.tsv");
const withTable = existsSync(table) ? describe : describe.skip;
const title = existsSync(table)
  ? "the promised routes"
  : `the promised routes (skipped: there is no table at ${table})`;

interface Row {
  readonly surface: string;
  readonly method: string;
  readonly path: string;
  readonly auth: string;
  readonly scope: string;
  readonly plan: string;
  readonly area: string;
}

const wholeAreas = [
  "identity",
  "business",
  "api-key",
  "webhook",
  "alert",
  "competitor",
  "observation",
  "places",
  "audit",
  "sms",
  "conversation",
  "ops",
];
const later = /\/(usage|action-center|next-best-actions|overage-settings|invoices)$/;
const single = [
  "PATCH /api/admin/accounts/:id/plan",
  "GET /api/v1/market/leaders",
  "GET /api/v1/market/density",
  "GET /api/v1/market/projections",
  "GET /api/v1/market/saturation",
];
const served = ({ surface, area, method, path }: Row): boolean =>
  wholeAreas.includes(area)
    ? !later.test(path)
    : (surface === "v1" && area === "listing") || single.includes(`${method} ${path}`);

function rowsOf(file: string): readonly Row[] {
  const [head = "", ...lines] = readFileSync(file, "utf8").trimEnd().split("\n");
  const names = head.split("\t");
  return lines.map((line) => {
    const cells = line.split("\t");
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""])) as unknown as Row;
  });
}

const auths: Readonly<Record<Endpoint["access"]["by"], string>> = {
  api_key: "key",
  session: "session",
  admin: "admin",
  collector: "admin or collector",
  signature: "signature",
  open: "public",
};

/** Not endpoints of the kernel: express serves them. */
const documents = ["/openapi.json", "/docs", "/audit"];

withTable(title, () => {
  const rows = existsSync(table) ? rowsOf(table).filter(served) : [];
  const document = serviceDocument() as { paths: Record<string, object> };
  const routes = rows.map((row) => [`${row.method} ${row.path}`, row] as const);

  test("there are as many as were counted", () => {
    expect(rows.length).toBeGreaterThanOrEqual(71);
  });

  test.each(routes.filter(([, { path }]) => !documents.includes(path)))("%s is served as promised", (_route, row) => {
    const { surface, method, path, auth, scope, plan } = row;
    const endpoint = endpoints.find(
      (one) => one.method === method && [one.path, ...(one.aliases ?? [])].includes(path),
    );
    const { access } = endpoint ?? {};
    const [scopes, by] = [(access?.scopes ?? []).join(" or "), access && auths[access.by]];
    expect([access?.surface, by, scopes, access?.plan ?? ""]).toEqual([surface, auth, scope, plan]);
    const documented = document.paths;
    expect(documented[path.replace(/:(\w+)/g, "{$1}")]).toHaveProperty(method.toLowerCase());
  });
});
