/** A process whose settings are not those of the others on its database does not start; where there are no others, its own count from then on. */
import type { PoolClient } from "pg";
import { systemClock } from "../time/clock";
import { pause } from "../time/waiting";
import { differenceBetween, type SettingsInUse } from "./shared-settings";

/** One at a time finds out whether there are others. */
const GATE = 4_201_867_311;
/** Shared by every process of the service for as long as its connection lives. */
const RUNNING = 4_201_867_312;
const ENTER = "SELECT pg_advisory_xact_lock($1)";
const ALONE = "SELECT pg_try_advisory_xact_lock($1) AS mine";
const JOIN = "SELECT pg_advisory_lock_shared($1)";
const KEEP = `INSERT INTO operational.settings_in_use (settings) VALUES ($1)
  ON CONFLICT (single) DO UPDATE SET settings = excluded.settings`;
const FIND = "SELECT settings FROM operational.settings_in_use";
/** The database takes a moment to notice that one who was killed is gone. */
const TRIES = 10;
const LOOK_AGAIN_MS = 250;

/** On a connection that lives as long as the process. Throws an Error with a sentence. */
export async function requireSameSettings(client: PoolClient, settings: SettingsInUse, tries = TRIES): Promise<void> {
  for (let left = tries; ; left -= 1) {
    const difference = await join(client, settings);
    if (difference === undefined) return;
    if (left <= 1) throw new Error(difference);
    await pause(systemClock, LOOK_AGAIN_MS, new AbortController().signal);
  }
}

/** A process that lost its connection is among the others again. It goes on as it is, whoever came meanwhile. */
export async function runAgain(client: PoolClient): Promise<void> {
  await client.query(JOIN, [RUNNING]);
}

async function join(client: PoolClient, settings: SettingsInUse): Promise<string | undefined> {
  await client.query("BEGIN");
  try {
    await client.query(ENTER, [GATE]);
    const { rows: asked } = await client.query<{ mine: boolean }>(ALONE, [RUNNING]);
    if (asked[0]?.mine === true) await client.query(KEEP, [JSON.stringify(settings)]);
    const { rows } = await client.query<{ settings: SettingsInUse }>(FIND);
    const difference = differenceBetween(settings, rows[0]?.settings ?? {});
    if (difference === undefined) await client.query(JOIN, [RUNNING]);
    return difference;
  } finally {
    await client.query("COMMIT");
  }
}
