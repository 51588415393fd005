/**
 * The effect that writes to the owner of a registration: each notice once in an episode. What was sent is recorded afterwards,
 * so that one window stays open, which SMTP cannot close: where the process dies, or the log cannot be written, between the
 * server's word that it has the mail and the record, the mail is sent again. It then has the same Message-ID, by which whoever
 * receives it can tell; the outbox table keeps it once.
 */
import { accounts } from "../domain/accounts";
import { businesses } from "../domain/businesses";
import { compliance, type ComplianceNotice, type Registration } from "../domain/compliance";
import { noteNotice } from "../domain/compliance-decisions";
import { STILL_PENDING_DAYS } from "../domain/compliance-schedule";
import { ERASED } from "../domain/fold/personal";
import { isRefusal } from "../domain/fold/refusal";
import { phoneNumbers } from "../domain/phone-numbers";
import type { CommandRunner } from "../infra/command-runner/command-runner";
import { StreamErasedError } from "../infra/command-runner/stream-erased-error";
import type { Logger } from "../infra/logging/logger";
import type { Mail, Mailer } from "../infra/mail/mailer";
import type { Effect, EffectContext } from "../infra/process-manager/process-manager";
import { complianceMail } from "./compliance-mails";
import type { Noticed, NoticeIntent } from "./sms-compliance";
import { aDayAfter, triedAgainAt } from "./trying-again";

export interface NoticeParts {
  readonly runner: CommandRunner;
  readonly mailer: Pick<Mailer, "send">;
  readonly logger: Pick<Logger, "warn" | "error">;
  /** The service's own, without a slash at the end. */
  readonly publicUrl: string;
}

/** About thirty days. */
const TRIES_MAX = 40;
const DAY_MS = 86_400_000;

export const sendComplianceNotice =
  (parts: NoticeParts): Effect =>
  async (payload, context): Promise<Noticed> => {
    try {
      return await send(parts, payload as unknown as NoticeIntent, context);
    } catch (error) {
      if (error instanceof StreamErasedError) return { outcome: "erased", again: null };
      throw error;
    }
  };

async function send(parts: NoticeParts, asked: NoticeIntent, context: EffectContext): Promise<Noticed> {
  const { runner, mailer, logger } = parts;
  const { businessId, registrationId, episode, notice, tries } = asked;
  const { status } = (await runner.load(businesses, businessId)).state;
  if (status !== "active") return { outcome: "business_deleted", again: aDayAfter(context.now) };
  const registration = (await runner.load(compliance, businessId)).state.get(registrationId);
  if (registration === undefined || !isStillTrue(registration, asked, context.now))
    return { outcome: "over", again: null };
  if (registration.notices.includes(notice)) return { outcome: "sent_before", again: null };
  const mail = await written(parts, asked, registration);
  if (mail === null) return { outcome: "nobody", again: null };
  if (!(await context.stillMine())) throw new Error("Another process performs this intent.");
  const about = { businessId, registrationId, episode, notice };
  let outcome;
  try {
    outcome = await mailer.send(mail);
  } catch (err) {
    const again = tries + 1 < TRIES_MAX ? triedAgainAt(context.now, tries) : null;
    if (again === null) logger.error({ ...about, err }, "An e-mail about a registration is given up.");
    else logger.warn({ ...about, err, again }, "An e-mail about a registration could not be sent and is tried again.");
    return { outcome: "failed", again };
  }
  if (outcome === "refused") logger.warn(about, "An e-mail about a registration was refused for good.");
  const noted = outcome === "refused" ? "ComplianceNoticeRefused" : "ComplianceNoticeSent";
  const { intentId, correlationId, causationId } = context;
  const command = { commandId: intentId, correlationId, causationId, businessId };
  const actor = { kind: "system", id: "sms-compliance" } as const;
  const decide = noteNotice(registrationId, episode, notice, noted);
  const recorded = await runner.execute(compliance, businessId, decide, { ...command, actor });
  if (isRefusal(recorded)) throw new Error(recorded.message);
  return { outcome, again: null };
}

/** What has become untrue since it was asked for, such as during a deletion, is not sent: its reader would act on it. */
function isStillTrue(
  { episode, status, submittedAt }: Registration,
  asked: { readonly episode: number; readonly notice: ComplianceNotice },
  now: Date,
): boolean {
  if (episode !== asked.episode) return false;
  if (asked.notice !== "pending_3_days" && asked.notice !== "pending_7_days") return status === asked.notice;
  if (status !== "pending_review" || submittedAt === null) return false;
  const waited = now.getTime() - Date.parse(submittedAt);
  return asked.notice === "pending_7_days" || waited < STILL_PENDING_DAYS.pending_7_days * DAY_MS;
}

/** Null where there is nobody to write to. */
async function written(
  { runner, publicUrl: link }: NoticeParts,
  { businessId, accountId, notice }: NoticeIntent,
  { registrationId, phoneNumberId, episode, reasons }: Registration,
): Promise<Mail | null> {
  const account = (await runner.load(accounts, accountId)).state;
  const number = (await runner.load(phoneNumbers, businessId)).state.get(phoneNumberId);
  if (account.status !== "registered" || account.email === ERASED || number?.status !== "active") return null;
  const { email: to, name } = account;
  const id = `compliance-${registrationId}-${episode}-${notice}`;
  return { id, businessId, to, ...complianceMail({ notice, name, phoneNumber: number.phoneNumber, reasons, link }) };
}
