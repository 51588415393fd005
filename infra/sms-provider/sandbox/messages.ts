/** The visible outbox and inbox: what the service sends is delivered at once, and what customers write is handed in. */
import type { Pool } from "pg";
import type { SandboxControl, SandboxMessage } from "../sandbox-control";
import { SmsProviderError, type OutgoingSms, type SentSms } from "../sms-provider";
import { holderOf } from "./numbers";
import { atProvider, leaveCallback, type Tables } from "./tables";

const MESSAGES = "operational.sandbox_messages";
const PUT = `INSERT INTO ${MESSAGES} (id, business_id, direction, from_number, to_number, body, at)
  VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING`;
const NEWEST = `SELECT id, direction, from_number AS "from", to_number AS "to", body, at
  FROM ${MESSAGES} ORDER BY number DESC LIMIT $1`;
const SENT = `SELECT 1 FROM ${MESSAGES} WHERE id = $1`;
const FORGET = `DELETE FROM ${MESSAGES} WHERE at < $1`;

const idOf = ({ ids }: Tables, messageId: string): string => ids.derive("sandbox-message", messageId);

/** The same message again is known by its id: it is put out once, and told as delivered once. */
export function send(
  tables: Tables,
  { messageId, businessId, from, to, body }: OutgoingSms,
  statusPath: string,
): Promise<SentSms> {
  const id = idOf(tables, messageId);
  return atProvider(tables, async (client) => {
    if ((await holderOf(client, from))?.businessId !== businessId)
      throw new SmsProviderError("refused", "The business has no such number of the sandbox.");
    const now = tables.clock.now();
    const { rowCount } = await client.query(PUT, [id, businessId, "outbound", from, to, body, now]);
    const callback = { kind: "status", id, status: "delivered" } as const;
    if (rowCount === 1) await leaveCallback(client, { businessId, path: statusPath, callback, now });
    return { providerMessageId: id };
  });
}

export function findSent(tables: Tables, { messageId }: OutgoingSms): Promise<SentSms | null> {
  const id = idOf(tables, messageId);
  return atProvider(tables, async (client) => {
    const { rowCount } = await client.query(SENT, [id]);
    return rowCount === 0 ? null : { providerMessageId: id };
  });
}

export function write(tables: Tables, { from, to, body }: Parameters<SandboxControl["write"]>[0]): Promise<boolean> {
  return atProvider(tables, async (client) => {
    const number = await holderOf(client, to);
    if (number === undefined) return false;
    const { businessId, inboundPath: path } = number;
    const [id, now] = [tables.ids.next(), tables.clock.now()];
    await client.query(PUT, [id, businessId, "inbound", from, to, body, now]);
    await leaveCallback(client, { businessId, path, callback: { kind: "inbound", id, from, to, body }, now });
    return true;
  });
}

export async function newestMessages({ pool }: Tables, limit: number): Promise<readonly SandboxMessage[]> {
  const { rows } = await pool.query<SandboxMessage>(NEWEST, [limit]);
  return rows;
}

/** Messages of before an instant. */
export async function forgetMessages(pool: Pool, before: Date): Promise<void> {
  await pool.query(FORGET, [before]);
}
