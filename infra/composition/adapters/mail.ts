/** Who takes the mails of this process: the operator's server, or the outbox table where there is none. */
import type { Config } from "../../config/config";
import type { Mailer } from "../../mail/mailer";
import { createOutbox } from "../../mail/outbox";
import { createSmtp } from "../../mail/smtp";
import type { Engines } from "../engines";

export interface MailMetrics {
  /** `sent`, `kept`, `refused`, or `failed` where it is to be tried again. */
  mailed(outcome: "sent" | "kept" | "refused" | "failed"): void;
}

export interface MailService extends Mailer {
  /** Since when the configured server has taken no mail that this process tried to send; null where it does, or there is none. */
  readonly failingSince: Date | null;
  /** Forgets what was kept for long enough. */
  purge(): Promise<void>;
}

/** Mails that were kept stay where they are once there is a server: they are not sent late. */
export function createMail(config: Config, engines: Engines, metrics: MailMetrics): MailService {
  const { pool, clock, logger } = engines;
  const { smtpUrl: url, mailFrom: from } = config;
  const outbox = createOutbox({ pool, clock, logger });
  const smtp = url === undefined ? undefined : createSmtp({ url, from, clock, logger });
  return {
    configured: smtp !== undefined,
    get failingSince() {
      return smtp?.failingSince ?? null;
    },
    async send(mail) {
      try {
        const outcome = smtp === undefined ? await outbox.keep(mail) : await smtp.send(mail);
        metrics.mailed(outcome);
        return outcome;
      } catch (error) {
        metrics.mailed("failed");
        throw error;
      }
    },
    kept: (limit) => outbox.kept(limit),
    erase: (businessId) => outbox.erase(businessId),
    purge: () => outbox.purge(),
    close: async () => smtp?.close(),
  };
}
