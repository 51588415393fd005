/** The programs that the service is measured against: from their published packages, installed at first use and apart from ours. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(__dirname, "..", "peers");
const INSTALLED = join(FOLDER, "node_modules", ".package-lock.json");

/** Does nothing where they are installed as locked. Throws a sentence where the registry cannot be reached. */
export function installPeers(say: (line: string) => void): void {
  const lock = join(FOLDER, "package-lock.json");
  if (existsSync(INSTALLED) && statSync(INSTALLED).mtimeMs >= statSync(lock).mtimeMs) return;
  say("Installing the programs to compare with into bench/peers/node_modules (once) …");
  try {
    execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: FOLDER,
      stdio: ["ignore", "ignore", "pipe"],
      shell: process.platform === "win32",
    });
  } catch (error) {
    const lines = (error as { stderr?: Buffer }).stderr?.toString().trim().split("\n") ?? [String(error)];
    // Where npm's log lies says nothing of what is wrong.
    const said = lines
      .filter((line) => !line.includes("complete log"))
      .slice(-3)
      .join(" ");
    throw new Error(`The programs to compare with could not be installed; is npm's registry within reach? ${said}`, {
      cause: error,
    });
  }
}

/** Versions as they are pinned, by package. */
export function peerVersions(): Readonly<Record<string, string>> {
  const text = readFileSync(join(FOLDER, "package.json"), "utf8");
  return (JSON.parse(text) as { dependencies: Readonly<Record<string, string>> }).dependencies;
}
