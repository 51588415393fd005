/** The rooms import what they may and nothing else. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";

const root = resolve(__dirname, "..");
const rooms = ["domain", "commands", "projections", "read-api", "processors", "infra", "clients", "test"];

interface CruiseResult {
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly { from: string; to: string; rule: { name: string } }[];
  };
}

/** The forbidden imports of a tree as `rule: from → to`. */
function forbiddenImports(tree: string): { files: number; found: readonly string[] } {
  const bin = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const present = rooms.filter((room) => existsSync(join(tree, room)));
  const options = ["--config", ".dependency-cruiser.cjs", "--output-type", "json", ...present];
  const { stdout, stderr } = spawnSync(process.execPath, [bin, ...options], {
    cwd: tree,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (!stdout.startsWith("{")) throw new Error(stderr);
  const { summary } = JSON.parse(stdout) as CruiseResult;
  return {
    files: summary.totalCruised,
    found: summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`),
  };
}

describe("the rooms of the tree", () => {
  test("import only what their rules allow", () => {
    const { files, found } = forbiddenImports(root);
    expect(found).toEqual([]);
    expect(files).toBeGreaterThan(20);
  });
});

describe("in a tree of forbidden imports", () => {
  const forbidden = [
    ["domain/places.ts", "infra/time/clock.ts", "domain-knows-itself-alone"],
    ["domain/fold/event.ts", "domain/plans.ts", "grammar-names-no-feature"],
    ["domain/geometry.ts", "domain/plans.ts", "geometry-names-no-feature"],
    ["commands/pause.ts", "infra/event-log/event-log.ts", "commands-decide-through-the-domain"],
    ["projections/places.ts", "infra/http/endpoint.ts", "projections-fold-events"],
    ["read-api/places.ts", "commands/add.ts", "reading-never-decides"],
    ["read-api/hours.ts", "processors/removal.ts", "reading-knows-no-commands"],
    ["processors/window.ts", "read-api/window.ts", "processors-cause-effects-through-ports"],
    ["processors/surge.ts", "infra/composition.ts", "processors-see-no-composition"],
    ["infra/http/server.ts", "domain/names.ts", "infra-knows-no-feature"],
    ["infra/http/around.ts", "domain/geometry.ts", "infra-knows-no-feature"],
    ["infra/places-provider/ask.ts", "domain/names.ts", "providers-know-the-globe-and-no-feature"],
    ["infra/http/client.ts", "infra/cli/start.ts", "engines-do-not-reach-up"],
    ["infra/projector/write.ts", "infra/http/text.ts", "engines-know-no-http"],
    ["clients/typescript/src/names.ts", "domain/names.ts", "clients-know-the-api-alone"],
    ["read-api/own.ts", "clients/typescript/src/call.ts", "the-demo-alone-is-a-client"],
    ["infra/http/probe.ts", "test/support/eventually.ts", "nothing-ships-with-tests"],
  ] as const;
  let tree: string;
  let found: readonly string[];

  beforeAll(() => {
    tree = mkdtempSync(join(tmpdir(), "lbi-test-"));
    for (const file of [".dependency-cruiser.cjs", "tsconfig.json", "package.json"])
      cpSync(join(root, file), join(tree, file));
    symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
    for (const [, to] of forbidden) write(to, "export const thing = 1;");
    for (const [from, to] of forbidden) importing(from, relative(dirname(from), to.replace(/\.ts$/, "")));
    importing("domain/left.ts", "./right");
    importing("domain/right.ts", "./left");
    importing("infra/log/leads-nowhere.ts", "./missing");
    importing("infra/log/borrows.ts", "fast-check");
    importing("infra/composition.ts", "../commands/add");
    importing("infra/places-provider/circle.ts", "../../domain/geometry");
    importing("infra/cli/demo/play.ts", "../../../clients/typescript/src/call");
    found = forbiddenImports(tree).found;
  });

  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), `${text}\n`);
  }

  function importing(path: string, specifier: string): void {
    const relativeOrPackage = specifier.startsWith(".") || specifier === "fast-check" ? specifier : `./${specifier}`;
    write(path, `import { thing } from "${relativeOrPackage}";\nexport const other = thing;\nexport { thing };`);
  }

  test.each(forbidden)("%s is caught importing %s", (from, to, rule) => {
    expect(found).toContain(`${rule}: ${from} → ${to}`);
  });

  test("two files that import each other are caught", () => {
    expect(found).toContain("no-cycles: domain/left.ts → domain/right.ts");
  });

  test("an import that leads nowhere, and a package of the tests in the program, are caught", () => {
    expect(found).toContain("nothing-unresolved: infra/log/leads-nowhere.ts → ./missing");
    expect(found).toContainEqual(expect.stringMatching(/^only-declared-packages: infra\/log\/borrows\.ts → /));
  });

  test("whoever searches for places may measure as we do", () => {
    expect(found.filter((line) => line.includes(": infra/places-provider/circle.ts"))).toEqual([]);
  });

  test("the demo may call as a client", () => {
    expect(found.filter((line) => line.includes(": infra/cli/demo/play.ts"))).toEqual([]);
  });

  test("every rule has been seen to catch something, and the composition root may see every room", () => {
    const config = jest.requireActual<{ forbidden: readonly { name: string }[] }>(
      join(root, ".dependency-cruiser.cjs"),
    );
    const caught = new Set(found.map((line) => line.split(":")[0]));
    expect(config.forbidden.map(({ name }) => name).filter((name) => !caught.has(name))).toEqual([]);
    expect(found.filter((line) => line.includes(": infra/composition.ts"))).toEqual([]);
  });
});
