/** What the embedded database leaves in the data folder. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../../infra/composition/database";
import { loadConfig } from "../../../infra/config/config";
import { silentLogger } from "../../../infra/logging/logger";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "lbi-test-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("its address is readable by its owner alone, also where a file of that name lay open, and goes when it stops", async () => {
  const dataDir = join(folder, "data");
  const address = join(dataDir, "postgres.url");
  mkdirSync(dataDir);
  writeFileSync(address, "left behind", { mode: 0o644 });
  const unexpected = jest.fn();
  const database = await openDatabase(loadConfig({ DATA_DIR: dataDir }), silentLogger, unexpected);
  const mode = statSync(address).mode & 0o777;
  await database.close();
  expect([mode, existsSync(address), unexpected.mock.calls]).toEqual([0o600, false, []]);
});
