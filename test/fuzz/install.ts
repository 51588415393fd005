/** Schemathesis from PyPI: a Python environment of its own, in a folder of the machine's that `npm ci` clears away. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const PINS = join(__dirname, "requirements.txt");
const FOLDER = join(__dirname, "..", "..", "node_modules", ".cache", "fuzz");
const INSTALL_MS_MAX = 300_000;
/** The oldest Python that the pinned packages take. */
const PYTHON = [3, 11] as const;
const run = promisify(execFile);

/** There is no schemathesis here; the message is a sentence that says why. */
export class NotInstallable extends Error {}

/** The program's path. What was installed by the same pins is used as it is. Throws NotInstallable. */
export async function installSchemathesis(python = process.env["FUZZ_PYTHON"] ?? "python3"): Promise<string> {
  const pins = createHash("sha256")
    .update(await readFile(PINS))
    .digest("hex");
  const folder = join(FOLDER, pins.slice(0, 16));
  const program = join(folder, "bin", "schemathesis");
  const installed = join(folder, "installed");
  // An environment goes by links to the Python that made it, which may have gone since.
  if (existsSync(installed) && (await starts(program))) return program;
  await requirePython(python);
  try {
    await mkdir(folder, { recursive: true });
    await run(python, ["-m", "venv", "--clear", folder], { timeout: INSTALL_MS_MAX });
    // Wheels alone, whose content the pins name: nothing of a package runs while it is installed.
    const bounds = ["--require-hashes", "--only-binary", ":all:", "--retries", "1", "--timeout", "20"];
    const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...bounds, "--requirement", PINS];
    await run(join(folder, "bin", "python"), pip, { timeout: INSTALL_MS_MAX });
    // Made last, so that an installation that broke off is not taken for one.
    await mkdir(installed);
    return program;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new NotInstallable(`schemathesis could not be installed from PyPI (${lastLine(error)}).`);
  }
}

const starts = (program: string): Promise<boolean> =>
  run(program, ["--version"], { timeout: INSTALL_MS_MAX }).then(
    () => true,
    () => false,
  );

async function requirePython(python: string): Promise<void> {
  const [major, minor] = PYTHON;
  const name = `Python ${major}.${minor}`;
  const asked = `import sys; print(sys.version_info >= (${major}, ${minor}))`;
  const said = await run(python, ["-c", asked], { timeout: INSTALL_MS_MAX }).catch(() => undefined);
  if (said === undefined) throw new NotInstallable(`there is no ${python} here, and it takes ${name} or newer.`);
  if (said.stdout.trim() !== "True") throw new NotInstallable(`${python} is older than ${name}.`);
}

/** What pip or venv ended with. */
function lastLine(error: unknown): string {
  const { stderr = "", stdout = "", message = "" } = error as Partial<Record<"stderr" | "stdout" | "message", string>>;
  const lines = [stderr, stdout, message].flatMap((text) => text.split("\n")).map((line) => line.trim());
  return lines.findLast((line) => line.startsWith("ERROR:")) ?? lines.find((line) => line !== "") ?? "no reason given";
}
