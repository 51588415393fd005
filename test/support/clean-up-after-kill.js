/**
 * Runs beside the tests and waits for its standard input to end, which it does when the test run ends in whatever way.
 * After a normal end there is nothing left to do; after Ctrl-C or a kill this stops the database and removes its files.
 */
const { existsSync, readFileSync, rmSync } = require("node:fs");

const [dataDir, ...folders] = process.argv.slice(2);
const pidFile = `${dataDir}/postmaster.pid`;

function removeFolders() {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

function stopServer() {
  if (!existsSync(pidFile)) return removeFolders();
  const pid = Number.parseInt(readFileSync(pidFile, "utf8"), 10);
  try {
    process.kill(pid, "SIGINT");
  } catch {
    return removeFolders();
  }
  const poll = setInterval(() => {
    if (existsSync(pidFile)) return;
    clearInterval(poll);
    removeFolders();
  }, 20);
}

process.on("SIGINT", () => undefined);
process.stdin.resume();
process.stdin.on("end", stopServer);
