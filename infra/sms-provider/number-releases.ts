/** Numbers that nobody holds any more: noted where no tenant is named, and given back to the provider until that has succeeded. */
import type { Pool } from "pg";
import type { Logger } from "../logging/logger";
import type { Clock } from "../time/clock";
import { SmsProviderError, type SmsProvider, type SmsProviderName } from "./sms-provider";

/** `had` is null where nobody knows whether one was had under this id: whoever asked for it heard no answer. */
export interface ForsakenNumber {
  readonly phoneNumberId: string;
  readonly had: { readonly provider: SmsProviderName; readonly providerNumberId: string } | null;
}

export interface NumberReleases {
  /** May be repeated. */
  note(numbers: readonly ForsakenNumber[]): Promise<void>;
  /** Gives back what is due, as far as the present provider is concerned; gives how many numbers are gone. */
  giveBack(): Promise<number>;
}

interface Parts {
  /** Its database has `smsMigrations`. */
  readonly pool: Pool;
  readonly clock: Clock;
  readonly logger: Pick<Logger, "info" | "warn">;
  /** The present one; null where none is chosen: then everything waits. */
  readonly provider: Pick<SmsProvider, "name" | "findNumber" | "releaseNumber"> | null;
}

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
const DUE = `SELECT phone_number_id AS "phoneNumberId", provider_number_id AS "providerNumberId"
  FROM operational.number_releases WHERE available_at <= $1 AND (provider = $2 OR provider IS NULL)
  ORDER BY available_at, phone_number_id LIMIT $3`;
const THIS = "phone_number_id = $1 AND provider_number_id IS NOT DISTINCT FROM $2";
const GONE = `DELETE FROM operational.number_releases WHERE ${THIS}`;
const AGAIN = `UPDATE operational.number_releases SET available_at = $3 WHERE ${THIS}`;

interface DueRow {
  readonly phoneNumberId: string;
  readonly providerNumberId: string | null;
}

export function createNumberReleases({ pool, clock, logger, provider }: Parts): NumberReleases {
  const laterBy = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds);

  async function release(from: NonNullable<Parts["provider"]>, row: DueRow): Promise<void> {
    const { phoneNumberId } = row;
    const providerNumberId = row.providerNumberId ?? (await from.findNumber(phoneNumberId))?.providerNumberId;
    if (providerNumberId !== undefined) await from.releaseNumber(providerNumberId);
    await pool.query(GONE, [phoneNumberId, row.providerNumberId]);
    if (providerNumberId !== undefined)
      logger.info({ provider: from.name, phoneNumberId, providerNumberId }, "A phone number was given back.");
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
    async giveBack() {
      if (provider === null) return 0;
      const { rows } = await pool.query<DueRow>(DUE, [clock.now(), provider.name, RELEASES_MAX]);
      let gone = 0;
      for (const row of rows) {
        try {
          await release(provider, row);
          gone += 1;
        } catch (err) {
          await pool.query(AGAIN, [row.phoneNumberId, row.providerNumberId, laterBy(AGAIN_MS)]);
          const facts = { err, provider: provider.name, phoneNumberId: row.phoneNumberId };
          logger.warn(facts, "A phone number could not be given back; it is tried again in an hour.");
          if (err instanceof SmsProviderError && err.fault === "unavailable") break;
        }
      }
      return gone;
    },
  };
}
