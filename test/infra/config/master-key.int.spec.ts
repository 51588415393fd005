/** The master key is made once and never replaced behind the operator's back. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadMasterKey } from "../../../infra/config/master-key";

let dataDir: string;
beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), "lbi-test-")), "data");
});
afterEach(() => rmSync(join(dataDir, ".."), { recursive: true, force: true }));

const load = (masterKey?: string) => loadMasterKey({ dataDir, masterKey });

test("the first start makes a key that only its owner can read, and later starts find the same", () => {
  const key = load();
  expect(key).toHaveLength(32);
  expect(load()).toEqual(key);
  expect(statSync(join(dataDir, "master.key")).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(["master.key"]);
});

test("a key in the settings is used and none is made", () => {
  expect(load(Buffer.alloc(32, 9).toString("base64"))).toEqual(Buffer.alloc(32, 9));
  expect(() => statSync(dataDir)).toThrow("ENOENT");
});

test("a lost or damaged key stops the start instead of being replaced by one that opens nothing", () => {
  mkdirSync(join(dataDir, "postgres"), { recursive: true });
  expect(() => load()).toThrow("is missing although there is data that it seals");
  writeFileSync(join(dataDir, "master.key"), "c2hvcnQ=");
  expect(() => load()).toThrow("is damaged");
});
