/** What this process starts and makes does not outlive it: a second process ends and removes it, however this one ends. */
import { spawn } from "node:child_process";
import { Socket } from "node:net";
import { join } from "node:path";
import type { Writable } from "node:stream";

let words: Writable | undefined;

function killer(): Writable {
  if (words !== undefined) return words;
  const watcher = spawn(process.execPath, [join(__dirname, "kill-after-us.js")], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  words = watcher.stdin.on("error", () => undefined);
  watcher.unref();
  // The pipe alone would keep this process from ending.
  if (words instanceof Socket) words.unref();
  return words;
}

/** A process is killed, a folder is removed. Calling the result takes it out of that care again. */
export function leaveToTheKiller(what: "pid" | "folder", value: number | string): () => void {
  killer().write(`+${what} ${value}\n`);
  return () => void killer().write(`-${what} ${value}\n`);
}
