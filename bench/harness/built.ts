/** The service and the bench's own programs compiled, as containers run them: a loader's helpers are no part of what is measured. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

const PROJECT = join(__dirname, "..", "..");
const COMPILER = join(PROJECT, "node_modules", "typescript", "bin", "tsc");
let isBuilt = false;

/** Compiles both, once for this process; whether their types hold is for others to say. Throws where it cannot. */
export function build(): void {
  if (isBuilt) return;
  execFileSync(process.execPath, [COMPILER, "-p", "tsconfig.bench.json", "--noCheck"], { cwd: PROJECT });
  isBuilt = true;
}

/** The compiled form of a TypeScript file, given by its path within the project. */
export const compiled = (path: string): string => join(PROJECT, "dist", path.replace(/\.ts$/, ".js"));
