/** A folder of what the processes of a run wrote, filled as it comes: it is there however the run ends, unless it is removed. */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Logs {
  readonly folder: string;
  /** What a process wrote; all its lives are in one file. */
  heard(name: string, text: string): void;
  write(file: string, lines: readonly string[]): void;
  remove(): void;
}

export function openLogs(seed: number): Logs {
  const folder = mkdtempSync(join(tmpdir(), `chaos-${seed}-`));
  return {
    folder,
    heard: (name, text) => appendFileSync(join(folder, `${name}.log`), text),
    write: (file, lines) => writeFileSync(join(folder, file), `${lines.join("\n")}\n`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
