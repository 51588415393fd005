/** What every part of the stand-in works with: its tables, the service's clock and ids, and the callbacks that it leaves behind. */
import type { Pool, PoolClient } from "pg";
import type { Ids } from "../../ids/ids";
import { inTransaction } from "../../postgres/transaction";
import type { Clock } from "../../time/clock";
import { SmsProviderError } from "../sms-provider";
import type { Callback } from "./callbacks";

export interface Tables {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly ids: Ids;
}

const LEAVE = `INSERT INTO operational.sandbox_callbacks (business_id, path, body, available_at) VALUES ($1, $2, $3, $4)`;

/** The callback is made once the transaction is committed, and not at all where it is rolled back. */
export async function leaveCallback(
  client: PoolClient,
  {
    businessId,
    path,
    callback,
    now,
  }: {
    readonly businessId: string;
    readonly path: string;
    readonly callback: Callback;
    readonly now: Date;
  },
): Promise<void> {
  await client.query(LEAVE, [businessId, path, JSON.stringify(callback), now]);
}

/** A transaction that fails as a provider does: what is not its own error is a table that does not answer. */
export async function atProvider<Result>(
  { pool }: Tables,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  try {
    return await inTransaction(pool, work);
  } catch (error) {
    if (error instanceof SmsProviderError) throw error;
    throw new SmsProviderError("unavailable", "The tables of the sandbox do not answer.");
  }
}
