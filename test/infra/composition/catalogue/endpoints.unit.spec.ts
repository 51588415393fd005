/** The list of endpoints is whole: every file that declares one is on it, and every route that was promised is served as promised. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { endpoints } from "../../../../infra/composition/catalogue/endpoints";
import { serviceDocument } from "../../../../infra/composition/catalogue/document";
import { quotaNames } from "../../../../read-api/account/quota-standings";
import type { Endpoint } from "../../../../infra/http/endpoint";

const root = join(__dirname, "..", "..", "..", "..");

test.each(["commands", "read-api"])("no file in %s that declares an endpoint is left out of the list", (room) => {
  const entries = readdirSync(join(root, room), { encoding: "utf8", recursive: true });
  const files = entries.filter((file) => file.endsWith(".ts"));
  const declared = files.flatMap((file) => {
    const id = /\n {2}id: "([^"]+)",\n {2}method: /.exec(readFileSync(join(root, room, file), "utf8"))?.[1];
    return id === undefined ? [] : [id];
  });
  const listed = new Set(endpoints.map(({ id }) => id));
  expect(declared.length).toBeGreaterThan(15);
  expect(declared.filter((id) => !listed.has(id))).toEqual([]);
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

/** Of what is for programs and for everyone nothing is left out; of the other surfaces, what is not served yet. */
const promised = ["v1", "public"];

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
const single = ["PATCH /api/admin/accounts/:id/plan"];
const served = ({ surface, area, method, path }: Row): boolean =>
  promised.includes(surface) || (wholeAreas.includes(area) ? !later.test(path) : single.includes(`${method} ${path}`));

interface Described {
  readonly paths: Readonly<Record<string, object>>;
}

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

/** Rows that are no operations of the document, and why. Each is on the list of routes all the same. */
const noOperations: Readonly<Record<string, string>> = {
  "GET /openapi.json": "It is the document itself.",
  "GET /docs": "It is a page that shows the document.",
};

withTable(title, () => {
  const rows = existsSync(table) ? rowsOf(table).filter(served) : [];
  const document = serviceDocument() as unknown as Described;
  const index = readFileSync(join(root, "docs", "routes.md"), "utf8");
  const routes = rows.map((row) => [`${row.method} ${row.path}`, row] as const);

  test("there are as many as were counted", () => {
    expect(rows.length).toBeGreaterThanOrEqual(71);
    expect(rows.filter(({ surface }) => promised.includes(surface)).length).toBeGreaterThanOrEqual(50);
  });

  test.each(Object.entries(noOperations))("%s is a route, and no operation: %s", (route) => {
    const [, path = ""] = route.split(" ");
    expect(rows.map((row) => `${row.method} ${row.path}`)).toContain(route);
    expect(index).toContain(`| GET | ${path} |`);
    expect(document.paths).not.toHaveProperty([path]);
  });

  test("of what is for programs and for everyone, all is an operation", () => {
    const left = rows.filter((row) => promised.includes(row.surface) && noOperations[`GET ${row.path}`] !== undefined);
    expect(left).toEqual([]);
  });

  test.each(routes.filter(([route]) => noOperations[route] === undefined))(
    "%s is served as promised",
    (_route, row) => {
      const { surface, method, path, auth, scope, plan } = row;
      const endpoint = endpoints.find(
        (one) => one.method === method && [one.path, ...(one.aliases ?? [])].includes(path),
      );
      const { access } = endpoint ?? {};
      const [scopes, by] = [(access?.scopes ?? []).join(" or "), access && auths[access.by]];
      // Whoever has a token in the address needs nothing else.
      const shown = auth === "token" && path.includes(":token") ? auths.open : auth;
      expect([access?.surface, by, scopes, access?.plan ?? ""]).toEqual([surface, shown, scope, plan]);
      const documented = document.paths;
      expect(documented[path.replace(/:(\w+)/g, "{$1}")]).toHaveProperty(method.toLowerCase());
    },
  );
});

test("whatever goes through a whole history or all reviews of a market waits for its turn", () => {
  expect(endpoints.filter(({ heavy }) => heavy === true).map(({ id }) => id)).toEqual([
    "anchor-history",
    "export-account",
    "export-business-history",
    "get-business-diff",
    "get-business-state",
    "get-history-proof",
    "get-market",
    "get-my-business-state",
    "get-my-history-proof",
    "list-business-events",
    "list-market-signals",
    "list-market-trends",
    "list-my-business-history",
  ]);
});

/** Counted by what the service does by itself, or by what collectors hand in; requests are told of by every answer. */
const usedByNone = ["requestsPerMinute", "requestsPerMonth", "alertMailsPerDay", "aiVisibilityChecksPerDay"];

test("every quota that requests count against is told of by an endpoint that uses it", () => {
  const used = new Set(endpoints.flatMap(({ uses = [] }) => uses));
  expect(quotaNames.filter((name) => !used.has(name)).sort()).toEqual([...usedByNone].sort());
});

test("whatever can be refused for a quota tells what is left of it", () => {
  const isOfQuota = (code: string) => /_(quota|limit)_reached$/.test(code);
  const limited = endpoints.filter(({ refusals = [] }) => refusals.some(isOfQuota));
  expect(limited.length).toBeGreaterThan(12);
  expect(limited.filter(({ uses = [] }) => uses.length === 0).map(({ id }) => id)).toEqual([]);
});

test("whatever may send a text message tells of the messages of the day", () => {
  const telling = endpoints.filter(({ uses = [] }) => uses.includes("messagesPerDay")).map(({ id }) => id);
  expect(telling.sort()).toEqual(["request-review", "send-message", "start-conversation"]);
});
