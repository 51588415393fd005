/** The key that seals secrets: given in a setting, else made once and kept beside the data that it seals. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Config, ConfigError } from "./config";

const KEY_BYTES = 32;

/** 32 bytes. To be called before the database starts for the first time. Throws ConfigError where a kept key is damaged or lost, because a fresh one could not open what is sealed. */
export function loadMasterKey({ masterKey, dataDir }: Pick<Config, "masterKey" | "dataDir">): Buffer {
  if (masterKey !== undefined) return Buffer.from(masterKey, "base64");
  const file = join(dataDir, "master.key");
  if (!existsSync(file)) makeKey(dataDir, file);
  const key = Buffer.from(readFileSync(file, "utf8").trim(), "base64");
  if (key.length === KEY_BYTES) return key;
  throw new ConfigError(`The key in ${file} is damaged: put back a copy of it, or give it in MASTER_KEY.`);
}

function makeKey(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true });
  if (readdirSync(dataDir).includes("postgres")) {
    throw new ConfigError(
      `The key ${file} is missing although there is data that it seals: put back a copy of it, or give it in MASTER_KEY.`,
    );
  }
  // Written beside and renamed, so that a process killed meanwhile cannot leave half a key.
  const unfinished = `${file}.${process.pid}`;
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, `${randomBytes(KEY_BYTES).toString("base64")}\n`, { mode: 0o600, flag: "wx", flush: true });
  renameSync(unfinished, file);
}
