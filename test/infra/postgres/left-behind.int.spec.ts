/** Whoever looks for a server that was left behind may look while it is ending. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serverPid } from "../../../infra/postgres/embedded/left-behind";

const LOOKS = 20_000;
/** Writes and removes the file until it is killed; says once that it has begun. */
const COMES_AND_GOES = `
  const { rmSync, writeFileSync } = require("node:fs");
  process.stdout.write("begun");
  for (;;) {
    writeFileSync(process.argv[1], "4711\\n");
    rmSync(process.argv[1]);
  }`;

test("a file of the server's that goes away while it is read is as one that is not there", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lbi-test-"));
  const other = spawn(process.execPath, ["-e", COMES_AND_GOES, join(folder, "postmaster.pid")]);
  try {
    await once(other.stdout, "data");
    const seen = new Set(Array.from({ length: LOOKS }, () => serverPid(folder)));
    expect([...seen].filter((pid) => pid !== undefined && pid !== 4711)).toEqual([]);
  } finally {
    other.kill("SIGKILL");
    await once(other, "exit");
    rmSync(folder, { recursive: true, force: true });
  }
});
