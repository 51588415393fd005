/** Writes generated documents, and says which of those that are committed have fallen behind. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Contents by path below the project's folder. */
export type GeneratedFiles = Readonly<Record<string, string>>;

export function writeDocuments(folder: string, files: GeneratedFiles): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** The paths whose file is missing or says something else; empty where all are fresh. */
export function staleDocuments(folder: string, files: GeneratedFiles): readonly string[] {
  const stale = ([path, text]: readonly [string, string]) =>
    !existsSync(join(folder, path)) || readFileSync(join(folder, path), "utf8") !== text;
  return Object.entries(files)
    .filter(stale)
    .map(([path]) => path);
}
