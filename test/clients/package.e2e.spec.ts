/** The client as whoever installs it has it: built, packed, and asked for by its name in plain Node, by either kind of module. */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createApi } from "../support/api";
import { startTestService } from "../support/service";

const run = promisify(execFile);
const PROJECT = join(__dirname, "../..");
const NAME = "local-business-intelligence-client";
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "package-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** Builds a copy, so that the tree stays as it is. */
async function packed(): Promise<Packed> {
  const workspace = join(folder, "clients/typescript");
  const isSource = (path: string): boolean => !/[\\/](dist|node_modules)$/.test(path);
  cpSync(join(PROJECT, "clients/typescript"), workspace, { recursive: true, filter: isSource });
  cpSync(join(PROJECT, "tsconfig.json"), join(folder, "tsconfig.json"));
  symlinkSync(join(PROJECT, "node_modules"), join(folder, "node_modules"), "junction");
  const bin = join(PROJECT, "node_modules/.bin");
  const env = { ...process.env, PATH: `${bin}:${process.env["PATH"] ?? ""}` };
  const { stdout } = await run(npm, ["pack", "--json", "--pack-destination", folder], { cwd: workspace, env });
  const [one] = JSON.parse(stdout.slice(stdout.indexOf("["))) as readonly [Packed];
  return one;
}

test("it holds what it should and nothing else, and its calls reach a service", async () => {
  const { filename, files } = await packed();
  const modules = ["api", "api-error", "calls", "client", "index", "paging", "patient-fetch", "receipts", "webhooks"];
  expect(files.map(({ path }) => path).sort()).toEqual(
    ["README.md", "package.json", ...modules.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`])].sort(),
  );

  const user = join(folder, "user");
  mkdirSync(join(user, "node_modules", NAME), { recursive: true });
  await run("tar", ["-xzf", join(folder, filename), "--strip-components=1", "-C", join(user, "node_modules", NAME)]);
  symlinkSync(join(PROJECT, "node_modules/openapi-fetch"), join(user, "node_modules/openapi-fetch"), "junction");
  const tour = `
const client = createClient({ baseUrl: process.env.SERVICE_URL, apiKey: process.env.SERVICE_KEY });
const add = (name) => client.post("/api/v1/competitors", { body: { name, place_id: name } });
const main = async () => {
  await add(process.argv[2]);
  const { competitors } = await client.get("/api/v1/competitors");
  const refused = await add(process.argv[2]).catch((error) => error instanceof ApiError && error.code);
  console.log(JSON.stringify([competitors.map(({ name }) => name), refused, typeof verifyWebhook]));
};
main();`;
  const names = "{ ApiError, createClient, verifyWebhook }";
  writeFileSync(join(user, "tour.mjs"), `import ${names} from "${NAME}";${tour}`);
  writeFileSync(join(user, "tour.cjs"), `const ${names} = require("${NAME}");${tour}`);

  const service = await startTestService();
  try {
    const { api } = await createApi(service).tenant();
    const env = { PATH: process.env["PATH"], SERVICE_URL: service.url, SERVICE_KEY: api.key };
    const printed = async (file: string) =>
      JSON.parse((await run(process.execPath, [file, file], { cwd: user, env })).stdout) as unknown;
    expect(await printed("tour.mjs")).toEqual([["tour.mjs"], "competitor_already_tracked", "function"]);
    expect(await printed("tour.cjs")).toEqual([["tour.mjs", "tour.cjs"], "competitor_already_tracked", "function"]);
  } finally {
    await service.close();
  }

  // With the types of the package, and none of the project's settings.
  writeFileSync(
    join(user, "typed.mts"),
    `import { createClient } from "${NAME}";
const client = createClient({ baseUrl: "", apiKey: "" });
const { competitors } = await client.get("/api/v1/competitors");
export const names: readonly string[] = competitors.map(({ name }) => name);
for await (const alert of client.items("/api/v1/alerts")) alert.id.trim();
// @ts-expect-error No such member.
competitors[0]?.nothing;
// @ts-expect-error A competitor has a place.
await client.post("/api/v1/competitors", { body: { name: "" } });
`,
  );
  const readme = readFileSync(join(user, "node_modules", NAME, "README.md"), "utf8");
  expect(readme).toMatch(new RegExp(`^npm install \\.\\S*/${filename}$`, "m"));
  const examples = [...readme.matchAll(/```ts\n([^]*?)```/g)].map(
    ([, code = ""], at) => [`readme-${at}.mts`, code] as const,
  );
  expect(examples).toHaveLength(2);
  for (const [file, code] of examples) writeFileSync(join(user, file), code);
  symlinkSync(join(PROJECT, "node_modules/@types"), join(user, "node_modules/@types"), "junction");
  const compilerOptions = { noEmit: true, strict: true, skipLibCheck: true, types: ["node"] };
  const modern = { module: "nodenext", target: "es2022" };
  writeFileSync(join(user, "tsconfig.json"), JSON.stringify({ compilerOptions: { ...compilerOptions, ...modern } }));
  const tsc = join(PROJECT, "node_modules/typescript/bin/tsc");
  const told = await run(process.execPath, [tsc, "-p", user]).catch((error: unknown) => error as { stdout: string });
  expect(told.stdout).toBe("");
}, 180_000);
