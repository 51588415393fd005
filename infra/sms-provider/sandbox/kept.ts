/** What the stand-in has kept of businesses, whoever carries messages by now: erased with them, and forgotten in time. */
import { inTransaction } from "../../postgres/transaction";
import { daysAgo } from "../../time/days-ago";
import type { SmsProvider } from "../sms-provider";
import { forgetMessages } from "./messages";
import { findNumber, releaseNumber } from "./numbers";
import type { Tables } from "./tables";

const MESSAGE_DAYS = 90;
/** Numbers go first: with them gone, nothing more is written for the business. */
const ERASED = ["numbers", "registrations", "messages", "callbacks"].map(
  (table) => `DELETE FROM operational.sandbox_${table} WHERE business_id = $1`,
);

export interface SandboxKept {
  /** Whose numbers can be given back. */
  readonly holder: Pick<SmsProvider, "name" | "findNumber" | "releaseNumber">;
  erase(businessId: string): Promise<void>;
  /** Forgets messages that are older than ninety days. */
  purge(): Promise<void>;
}

/** The database has `smsSandboxMigrations`. */
export function createSandboxKept(tables: Tables): SandboxKept {
  const { pool, clock } = tables;
  return {
    holder: {
      name: "sandbox",
      findNumber: (phoneNumberId) => findNumber(tables, phoneNumberId),
      releaseNumber: (providerNumberId) => releaseNumber(tables, providerNumberId),
    },
    erase: (businessId) =>
      inTransaction(pool, async (client) => {
        for (const sql of ERASED) await client.query(sql, [businessId]);
      }),
    purge: () => forgetMessages(pool, daysAgo(clock, MESSAGE_DAYS)),
  };
}
