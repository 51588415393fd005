/** Numbers that no business has any more: noted where no tenant is named, and given back to the provider until that has succeeded. */
import type { Pool } from "pg";
import type { Logger } from "../logging/logger";
import type { Clock } from "../time/clock";
import { SmsProviderError, type SmsProvider, type SmsProviderName } from "./sms-provider";

/** `had` is null where nobody knows whether one was had under this id: whoever asked for it heard no answer. */
export interface UnclaimedNumber {
  readonly phoneNumberId: string;
  readonly had: { readonly provider: SmsProviderName; readonly providerNumberId: string } | null;
}

export interface NumberReleases {
  /** May be repeated. */
  note(numbers: readonly UnclaimedNumber[]): Promise<void>;
  /** Gives back what is due to whoever can be reached, and begins with no other once `lost` aborts; gives how many are gone. */
  giveBack(lost?: AbortSignal): Promise<number>;
}

interface Parts {
  /** Its database has `smsMigrations`. */
  readonly pool: Pool;
  readonly clock: Clock;
  readonly logger: Pick<Logger, "info" | "warn">;
  /** The present one; null where none is chosen: then what others hold, and what nobody knows of, waits. */
  readonly provider: NumberHolder | null;
  /** The stand-in's tables, which are there whoever is chosen: what they hold waits for nobody. */
  readonly sandbox: NumberHolder;
}
type NumberHolder = Pick<SmsProvider, "name" | "findNumber" | "releaseNumber">;

/** In one round. */
const RELEASES_MAX = 100;
const AGAIN_MS = 3_600_000;
/** A purchase whose answer is still awaited has ended by then, one way or the other. */
const UNDER_WAY_MS = 600_000;

const NOTE = `INSERT INTO operational.number_releases AS kept (phone_number_id, provider, provider_number_id, available_at)
  SELECT n."phoneNumberId", n.provider, n."providerNumberId", n."availableAt"
  FROM jsonb_to_recordset($1) AS n
    ("phoneNumberId" text, provider text, "providerNumberId" text, "availableAt" timestamptz)
  ON CONFLICT (phone_number_id, provider, provider_number_id)
  DO UPDATE SET available_at = greatest(kept.available_at, excluded.available_at)`;
const DUE = `SELECT phone_number_id AS "phoneNumberId", provider, provider_number_id AS "providerNumberId"
  FROM operational.number_releases WHERE available_at <= $1 AND (provider = ANY($2) OR (provider IS NULL AND $3))
  ORDER BY available_at, phone_number_id LIMIT $4`;
const THIS = "phone_number_id = $1 AND provider IS NOT DISTINCT FROM $2 AND provider_number_id IS NOT DISTINCT FROM $3";
const GONE = `DELETE FROM operational.number_releases WHERE ${THIS}`;
const AGAIN = `UPDATE operational.number_releases SET available_at = $4 WHERE ${THIS}`;

interface DueRow {
  readonly phoneNumberId: string;
  readonly provider: SmsProviderName | null;
  readonly providerNumberId: string | null;
}

export function createNumberReleases({ pool, clock, logger, provider, sandbox }: Parts): NumberReleases {
  const laterBy = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds);
  const holders = [sandbox, ...(provider === null || provider.name === sandbox.name ? [] : [provider])];

  async function release(holder: NumberHolder, { phoneNumberId, providerNumberId: known }: DueRow): Promise<void> {
    const providerNumberId = known ?? (await holder.findNumber(phoneNumberId))?.providerNumberId;
    if (providerNumberId === undefined) return;
    await holder.releaseNumber(providerNumberId);
    logger.info({ provider: holder.name, phoneNumberId, providerNumberId }, "A phone number was given back.");
  }

  /** Whether it is gone. Whoever could not be reached is asked for no other number in the same round. */
  async function giveBackOne(row: DueRow, silent: Set<SmsProviderName>): Promise<boolean> {
    const { phoneNumberId, provider: had, providerNumberId } = row;
    const asked = holders.filter(({ name }) => had === null || name === had);
    if (asked.some(({ name }) => silent.has(name))) return false;
    for (const holder of asked) {
      try {
        await release(holder, row);
      } catch (err) {
        await pool.query(AGAIN, [phoneNumberId, had, providerNumberId, laterBy(AGAIN_MS)]);
        const facts = { err, provider: holder.name, phoneNumberId };
        logger.warn(facts, "A phone number could not be given back; it is tried again in an hour.");
        if (err instanceof SmsProviderError && err.fault === "unavailable") silent.add(holder.name);
        return false;
      }
    }
    await pool.query(GONE, [phoneNumberId, had, providerNumberId]);
    return true;
  }

  return {
    async note(numbers) {
      if (numbers.length === 0) return;
      const rows = numbers.map(({ phoneNumberId, had }) => ({
        phoneNumberId,
        provider: had?.provider ?? null,
        providerNumberId: had?.providerNumberId ?? null,
        availableAt: laterBy(had === null ? UNDER_WAY_MS : 0),
      }));
      await pool.query(NOTE, [JSON.stringify(rows)]);
    },
    async giveBack(lost) {
      const values = [clock.now(), holders.map(({ name }) => name), provider !== null, RELEASES_MAX];
      const { rows } = await pool.query<DueRow>(DUE, values);
      const silent = new Set<SmsProviderName>();
      let gone = 0;
      for (const row of rows) {
        if (lost?.aborted === true) break;
        if (await giveBackOne(row, silent)) gone += 1;
      }
      return gone;
    },
  };
}
