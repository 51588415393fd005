/** Refuses a master key that is not the one that the database was sealed with, before anything is sealed under it. */
import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import { CannotOpen, openBytes, sealBytes } from "./secret-box";

const PURPOSE = "master-key-check";
const FIRST = `
  INSERT INTO operational.master_key_check (sealed) SELECT $1
  WHERE NOT EXISTS (SELECT FROM operational.data_keys WHERE sealed_key IS NOT NULL)
  ON CONFLICT DO NOTHING`;
const LATER = "INSERT INTO operational.master_key_check (sealed) VALUES ($1) ON CONFLICT DO NOTHING";
const CHECK = "SELECT sealed FROM operational.master_key_check";
const ANY_KEY = "SELECT owner, sealed_key AS sealed FROM operational.data_keys WHERE sealed_key IS NOT NULL LIMIT 1";

/**
 * The first process on a database leaves a sealed text there, which every later one has to open. Of processes that start
 * together with different keys one is first, and the others are refused. Throws an Error with a sentence.
 */
export async function checkMasterKey(pool: Pool, masterKey: Buffer): Promise<void> {
  const sealed = sealBytes(masterKey, randomBytes(16), PURPOSE);
  await pool.query(FIRST, [sealed]);
  const { rows: checks } = await pool.query<{ sealed: string }>(CHECK);
  const [check] = checks;
  if (check !== undefined) {
    requireOpen(masterKey, check.sealed, PURPOSE);
    return;
  }
  const { rows: keys } = await pool.query<{ owner: string; sealed: string }>(ANY_KEY);
  const [key] = keys;
  if (key !== undefined) requireOpen(masterKey, key.sealed, `data-key:${key.owner}`);
  await pool.query(LATER, [sealed]);
}

function requireOpen(masterKey: Buffer, sealed: string, purpose: string): void {
  try {
    openBytes(masterKey, sealed, purpose);
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    throw new Error(
      "MASTER_KEY is not the key that this database was sealed with: give every process and every restore the same one.",
      { cause: error },
    );
  }
}
