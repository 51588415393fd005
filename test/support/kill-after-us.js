/**
 * Runs beside a process that starts others and waits for its standard input to end, which it does when that process ends in
 * whatever way; then kills what is still running of the others, frozen or not, and removes their folders.
 * A line `+pid N` or `+folder PATH` puts something into its care, `-pid N` or `-folder PATH` takes it out again.
 */
const { rmSync } = require("node:fs");
const { createInterface } = require("node:readline");

const pids = new Set();
const folders = new Set();

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const [, sign, what, value] = /^([+-])(pid|folder) (.+)$/.exec(line) ?? [];
    const kept = what === "pid" ? pids : folders;
    if (sign === "+") kept.add(value);
    else kept.delete(value);
  })
  .on("close", () => {
    for (const pid of pids) {
      try {
        process.kill(Number(pid), "SIGKILL");
      } catch {
        // It has ended meanwhile.
      }
    }
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
process.on("SIGINT", () => undefined);
