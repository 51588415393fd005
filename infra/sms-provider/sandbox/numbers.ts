/** Assigns fictional numbers, each to one business, and takes them back. */
import type { PoolClient } from "pg";
import { SmsProviderError, type ProvisionedNumber, type WantedNumber } from "../sms-provider";
import { fictionalNumbers } from "./number-range";
import { atProvider, type Tables } from "./tables";

const NUMBERS = "operational.sandbox_numbers";
/** Who assigns and who takes back go one after the other, so that nobody chooses what somebody else is about to be given. */
const ALONE = `LOCK TABLE ${NUMBERS} IN SHARE ROW EXCLUSIVE MODE`;
const HAD = `SELECT phone_number FROM ${NUMBERS} WHERE phone_number_id = $1`;
const ASSIGN = `INSERT INTO ${NUMBERS} (phone_number, phone_number_id, business_id, inbound_path)
  SELECT c.candidate, $2, $3, $4 FROM unnest($1::text[]) WITH ORDINALITY AS c (candidate, place)
  WHERE NOT EXISTS (SELECT FROM ${NUMBERS} n WHERE n.phone_number = c.candidate)
  ORDER BY c.place LIMIT 1 RETURNING phone_number`;
const RELEASE = `DELETE FROM ${NUMBERS} WHERE phone_number_id = $1`;

export function provisionNumber(tables: Tables, wanted: WantedNumber, inboundPath: string): Promise<ProvisionedNumber> {
  const { phoneNumberId, businessId } = wanted;
  return atProvider(tables, async (client) => {
    await client.query(ALONE);
    const values = [fictionalNumbers(wanted), phoneNumberId, businessId, inboundPath];
    const phoneNumber = (await only(client, HAD, [phoneNumberId])) ?? (await only(client, ASSIGN, values));
    if (phoneNumber === undefined)
      throw new SmsProviderError("none_available", "The sandbox has no such number that is free.");
    return { phoneNumber, providerNumberId: phoneNumberId };
  });
}

export function findNumber(tables: Tables, phoneNumberId: string): Promise<ProvisionedNumber | null> {
  return atProvider(tables, async (client) => {
    const phoneNumber = await only(client, HAD, [phoneNumberId]);
    return phoneNumber === undefined ? null : { phoneNumber, providerNumberId: phoneNumberId };
  });
}

/** The stand-in calls a number by the id that the service gave it. */
export function releaseNumber(tables: Tables, providerNumberId: string): Promise<void> {
  return atProvider(tables, async (client) => {
    await client.query(RELEASE, [providerNumberId]);
  });
}

async function only(client: PoolClient, sql: string, values: readonly unknown[]): Promise<string | undefined> {
  const { rows } = await client.query<{ phone_number: string }>(sql, [...values]);
  return rows[0]?.phone_number;
}

/** Whose a number is, and where messages to it are handed in. */
export interface NumberHolder {
  readonly businessId: string;
  readonly inboundPath: string;
}

const FIND = `SELECT business_id, inbound_path FROM ${NUMBERS} WHERE phone_number = $1 FOR SHARE`;

/** Nobody takes it back before the caller's transaction ends, so that nothing is left behind for a business that is erased. */
export async function holderOf(client: PoolClient, phoneNumber: string): Promise<NumberHolder | undefined> {
  const { rows } = await client.query<{ business_id: string; inbound_path: string }>(FIND, [phoneNumber]);
  const [row] = rows;
  return row && { businessId: row.business_id, inboundPath: row.inbound_path };
}
