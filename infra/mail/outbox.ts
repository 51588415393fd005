/** The table of mails that no server takes: each is kept once, where operators read it. */
import type { Pool } from "pg";
import type { Logger } from "../logging/logger";
import type { Clock } from "../time/clock";
import { daysAgo } from "../time/days-ago";
import type { KeptMail, Mail } from "./mailer";

const MAILS = "operational.outbox_mails";
const KEEP = `INSERT INTO ${MAILS} (id, business_id, recipient, subject, text, at)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING`;
const NEWEST = `SELECT id, business_id AS "businessId", recipient AS "to", subject, text, at
  FROM ${MAILS} ORDER BY number DESC LIMIT $1`;
const ERASE = `DELETE FROM ${MAILS} WHERE business_id = $1`;
const FORGET = `DELETE FROM ${MAILS} WHERE at < $1`;

/** Longer than anybody may repeat a mail of the same id. */
const MAIL_DAYS = 90;

export interface OutboxParts {
  /** Its database has `mailMigrations`. */
  readonly pool: Pool;
  readonly clock: Clock;
  readonly logger: Pick<Logger, "info">;
}

export interface Outbox {
  /** Once for each id. The log line says whose mail it is, and nothing of what it says or to whom. */
  keep(mail: Mail): Promise<"kept">;
  /** The newest first. */
  kept(limit: number): Promise<readonly KeptMail[]>;
  erase(businessId: string): Promise<void>;
  /** Forgets mails that are older than ninety days. */
  purge(): Promise<void>;
}

export function createOutbox({ pool, clock, logger }: OutboxParts): Outbox {
  return {
    async keep({ id, businessId, to, subject, text }) {
      const { rowCount } = await pool.query(KEEP, [id, businessId, to, subject, text, clock.now()]);
      if (rowCount === 1)
        logger.info({ mail: id, businessId }, "SMTP_URL is not set: a mail was kept and is at GET /api/admin/mails.");
      return "kept";
    },
    async kept(limit) {
      const { rows } = await pool.query<KeptMail>(NEWEST, [limit]);
      return rows;
    },
    async erase(businessId) {
      await pool.query(ERASE, [businessId]);
    },
    async purge() {
      await pool.query(FORGET, [daysAgo(clock, MAIL_DAYS)]);
    },
  };
}
