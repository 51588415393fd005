/** The index of all routes as a Markdown table, for people who look for a file. */
import { pathsOf } from "../check-endpoints";
import { documentRoutes } from "../documents";
import type { Endpoint } from "../endpoint";

/** `fileOf` says where an endpoint is declared. */
export function routeIndex(endpoints: readonly Endpoint[], fileOf: (endpoint: Endpoint) => string): string {
  const declared = endpoints.flatMap((endpoint) =>
    pathsOf(endpoint).map((path) => [
      endpoint.access.surface,
      endpoint.method,
      path,
      endpoint.id,
      accessOf(endpoint),
      endpoint.access.plan ?? "",
      fileOf(endpoint),
    ]),
  );
  const served = documentRoutes.map(({ surface, path, access, file }) => {
    return [surface, "GET", path, "", access, "", file];
  });
  const order = (row: readonly string[]) => `${row[0]} ${row[2]} ${row[1]}`;
  const rows = [...declared, ...served].sort((left, right) => (order(left) < order(right) ? -1 : 1));
  const head = ["surface", "method", "path", "id", "access", "plan", "file"];
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return `# Routes\n\nGenerated from the declarations by \`npm run docs\`.\n\n${lines.join("\n")}\n`;
}

function accessOf({ access }: Endpoint): string {
  const scopes = access.scopes === undefined ? "" : `: ${access.scopes.join(" or ")}`;
  return `${access.by.replace("_", " ")}${scopes}`;
}
