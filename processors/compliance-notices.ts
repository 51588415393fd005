/**
 * The effect that writes to the owner of a registration: each notice once in an episode. A verdict is told of also where its
 * episode is over, or another verdict has followed; that it still waits is told only while it does. What was sent is recorded afterwards,
 * so that one window stays open, which SMTP cannot close: where the process dies, or the log cannot be written, between the
 * server's word that it has the mail and the record, the mail is sent again. It then has the same Message-ID, by which whoever
 * receives it can tell; the outbox table keeps it once.
 */
import { accounts } from "../domain/accounts";
import { businesses } from "../domain/businesses";
import { compliance, type ComplianceNotice, type Episode, type Registration } from "../domain/compliance";
import { noteNotice } from "../domain/compliance-decisions";
import { STILL_PENDING_DAYS } from "../domain/compliance-schedule";
import { ERASED } from "../domain/fold/personal";
import { isRefusal } from "../domain/fold/refusal";
import { notifications } from "../domain/notifications";
import { phoneNumbers } from "../domain/phone-numbers";
import type { CommandRunner } from "../infra/command-runner/command-runner";
import type { Logger } from "../infra/logging/logger";
import type { Mail, Mailer } from "../infra/mail/mailer";
import type { Effect, EffectContext } from "../infra/process-manager/process-manager";
import { complianceMail, type Since } from "./compliance-mails";
import { commandedBy, unlessErased } from "./performing";
import type { Noticed, NoticeIntent } from "./sms-compliance";
import { aDayAfter, triedAgainAt } from "./trying-again";
import { DAY_MS } from "../domain/utc-day";

export interface NoticeParts {
  readonly runner: CommandRunner;
  readonly mailer: Pick<Mailer, "send">;
  readonly logger: Pick<Logger, "warn" | "error">;
}

export const sendComplianceNotice = (parts: NoticeParts): Effect =>
  unlessErased(
    (asked: NoticeIntent, context) => send(parts, asked, context),
    (): Noticed => ({ outcome: "erased", again: null }),
  );

async function send(parts: NoticeParts, asked: NoticeIntent, context: EffectContext): Promise<Noticed> {
  const { runner, mailer, logger } = parts;
  const { businessId, registrationId, episode, notice, tries } = asked;
  const { status } = (await runner.load(businesses, businessId)).state;
  if (status !== "active") return { outcome: "business_deleted", again: aDayAfter(context.now) };
  const registration = (await runner.load(compliance, businessId)).state.get(registrationId);
  const its = registration?.episodes.find((one) => one.episode === episode);
  if (registration === undefined || its === undefined || !isToBeTold(registration, asked, context.now))
    return { outcome: "over", again: null };
  if (its.notices.includes(notice)) return { outcome: "sent_before", again: null };
  const { email } = (await runner.load(notifications, businessId)).state;
  if (!email.complianceStatus) return { outcome: "not_wanted", again: null };
  const mail = await written(parts, { asked, registration, its });
  if (mail === null) return { outcome: "nobody", again: null };
  if (!(await context.stillMine())) throw new Error("Another process performs this intent.");
  const about = { businessId, registrationId, episode, notice };
  let outcome;
  try {
    outcome = await mailer.send(mail);
  } catch (err) {
    const again = triedAgainAt(context.now, tries);
    if (again === null) logger.error({ ...about, err }, "An e-mail about a registration is given up.");
    else logger.warn({ ...about, err, again }, "An e-mail about a registration could not be sent and is tried again.");
    return { outcome: "failed", again };
  }
  if (outcome === "refused") logger.warn(about, "An e-mail about a registration was refused for good.");
  const noted = outcome === "refused" ? "ComplianceNoticeRefused" : "ComplianceNoticeSent";
  const command = commandedBy("sms-compliance", context, businessId);
  const decide = noteNotice(registrationId, episode, notice, noted);
  const recorded = await runner.execute(compliance, businessId, decide, command);
  if (isRefusal(recorded)) throw new Error(recorded.message);
  return { outcome, again: null };
}

/** Whoever reads that it still waits would take it for the latest; a verdict is news of its own, and says of which submission. */
function isToBeTold(
  { episode, status, submittedAt }: Registration,
  asked: Pick<NoticeIntent, "episode" | "notice">,
  now: Date,
): boolean {
  if (!isOfWaiting(asked.notice)) return true;
  if (episode !== asked.episode || status !== "pending_review" || submittedAt === null) return false;
  const waited = now.getTime() - Date.parse(submittedAt);
  return asked.notice === "pending_7_days" || waited < STILL_PENDING_DAYS.pending_7_days * DAY_MS;
}

const isOfWaiting = (notice: ComplianceNotice): notice is keyof typeof STILL_PENDING_DAYS =>
  notice in STILL_PENDING_DAYS;

interface Told {
  readonly asked: NoticeIntent;
  readonly registration: Registration;
  readonly its: Episode;
}

/** Null where there is nobody to write to. */
async function written({ runner }: NoticeParts, { asked, registration, its }: Told): Promise<Mail | null> {
  const { businessId, accountId, registrationId, episode, notice } = asked;
  const account = (await runner.load(accounts, accountId)).state;
  const business = (await runner.load(businesses, businessId)).state;
  const number = (await runner.load(phoneNumbers, businessId)).state.get(registration.phoneNumberId);
  if (account.status !== "registered" || account.email === ERASED) return null;
  if (business.status !== "active" || number?.status !== "active") return null;
  const { email: to, name } = account;
  const { phoneNumber } = number;
  const text = complianceMail({
    ...{ notice, name, business: business.profile.name, phoneNumber, submittedAt: its.submittedAt },
    reasons: isOfWaiting(notice) ? [] : (its.reasons[notice] ?? []),
    since: since(asked, registration),
  });
  return { id: `compliance-${registrationId}-${episode}-${notice}`, businessId, to, ...text };
}

/** What has become of it since the verdict; null where that is where it stands. */
function since({ episode, notice }: NoticeIntent, registration: Registration): Since | null {
  if (isOfWaiting(notice) || registration.status === "draft") return null;
  if (registration.episode !== episode) return "submitted_again";
  return registration.status === notice ? null : registration.status;
}
