/** Writes src/api.ts, the types of the public API, from the committed document; with `--check` it only says whether they are fresh. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";

const here = import.meta.dirname;
const document = JSON.parse(readFileSync(join(here, "../../docs/openapi.json"), "utf8"));
const file = join(here, "src/api.ts");
const FIRST_LINE =
  "/** The types of the public API, made of docs/openapi.json by `npm run docs`: not to be edited. */\n";

/** Any JSON: a schema that is a choice with itself in it has no form in the generator's types. */
const typed = (part, name) => ("anyOf" in part && JSON.stringify(part).includes(`schemas/${name}"`) ? {} : part);

/** The document without what a key cannot call, and without the parts that nothing of the rest names. */
function publicDocument({ paths, webhooks, components, ...rest }) {
  const open = Object.fromEntries(Object.entries(paths).filter(([path]) => path.startsWith("/api/v1/")));
  const kept = {};
  const look = (part) => {
    for (const [, section, name] of JSON.stringify(part).matchAll(/"#\/components\/([^/"]+)\/([^"]+)"/g)) {
      kept[section] ??= {};
      if (name in kept[section]) continue;
      kept[section][name] = typed(components[section][name], name);
      look(kept[section][name]);
    }
  };
  look({ open, webhooks });
  return { ...rest, paths: open, webhooks, components: kept };
}

const types = astToString(await openapiTS(publicDocument(document), { alphabetize: true }));
const text = FIRST_LINE + types.replace("export type $defs = Record<string, never>;\n", "");
if (!process.argv.includes("--check")) {
  writeFileSync(file, text);
  console.log("Written: clients/typescript/src/api.ts.");
} else if (readFileSync(file, "utf8") !== text) {
  console.error("clients/typescript/src/api.ts is not what docs/openapi.json says: `npm run docs` writes it.");
  process.exitCode = 1;
}
