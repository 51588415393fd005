/**
 * The effect that writes to an account of an alert: once, and only while it is wanted. That it is begun is decided first, in the
 * stream that counts, so that many at once are no more than the plan allows. What was sent is recorded afterwards: where
 * the process dies between the server's word that it has the mail and the record, the mail is sent again with the same
 * Message-ID, by which whoever receives it can tell; the outbox table keeps it once.
 */
import { accounts } from "../domain/accounts";
import { businesses } from "../domain/businesses";
import { firstCharacters } from "../domain/first-characters";
import { ERASED } from "../domain/fold/personal";
import { isRefusal } from "../domain/fold/refusal";
import { beginAlertMail, noteAlertMail, notifications, notToBeMailed } from "../domain/notifications";
import { quotas } from "../domain/plans";
import { DAY_MS } from "../domain/utc-day";
import type { CommandRunner } from "../infra/command-runner/command-runner";
import type { Logger } from "../infra/logging/logger";
import type { Mail, Mailer } from "../infra/mail/mailer";
import type { Effect, EffectContext } from "../infra/process-manager/process-manager";
import type { AlertMailOutcome, MailAlertIntent } from "./alert-mails";
import { commandedBy, unlessErased } from "./performing";
import { triedAgainAt } from "./trying-again";

export interface AlertMailParts {
  readonly runner: CommandRunner;
  readonly mailer: Pick<Mailer, "send">;
  readonly logger: Pick<Logger, "warn" | "error">;
  /** Where whoever reads mails about this business's alerts says that they want no more of them. */
  readonly unsubscribeUrl: (businessId: string) => string;
}

export const mailAlert = (parts: AlertMailParts): Effect =>
  unlessErased(
    (asked: MailAlertIntent, context) => send(parts, asked, context),
    (): AlertMailOutcome => ({ outcome: "erased", again: null }),
  );

async function send(
  { runner, mailer, logger, unsubscribeUrl: urlOf }: AlertMailParts,
  asked: MailAlertIntent,
  context: EffectContext,
): Promise<AlertMailOutcome> {
  const { businessId, accountId, alertId, type, tries } = asked;
  const [business, account] = await Promise.all([
    runner.load(businesses, businessId),
    runner.load(accounts, accountId),
  ]);
  if (business.state.status !== "active") return { outcome: "business_deleted", again: null };
  if (account.state.status !== "registered" || account.state.email === ERASED)
    return { outcome: "nobody", again: null };
  const { plan, email: to, name } = account.state;
  const allowance = { now: context.now.toISOString(), quota: quotas[plan].alertMailsPerDay };
  const ids = { businessId, accountId, alertId };
  const command = commandedBy("alert-mails", context, businessId);
  const begun = await runner.execute(notifications, businessId, beginAlertMail({ ...ids, type }, allowance), {
    ...command,
    commandId: `${context.intentId}:begun`,
  });
  if (isRefusal(begun)) throw new Error(begun.message);
  const not = notToBeMailed(begun.state, asked, allowance);
  if (not !== undefined) return { outcome: not, again: null };
  if (!(await context.stillMine())) throw new Error("Another process performs this intent.");
  let outcome;
  try {
    outcome = await mailer.send(
      alertMail(asked, { to, name, business: business.state.profile.name }, urlOf(businessId)),
    );
  } catch (err) {
    const again = againWithinDay(asked, context.now);
    const about = { businessId, alertId, tries, err };
    if (again === null) logger.error(about, "An e-mail about an alert is given up.");
    else logger.warn({ ...about, again }, "An e-mail about an alert could not be sent and is tried again.");
    return { outcome: "failed", again };
  }
  const decide = noteAlertMail(
    outcome === "refused"
      ? { type: "AlertMailRefused", data: ids }
      : { type: "AlertMailed", data: { ...ids, mailedAt: allowance.now } },
  );
  const recorded = await runner.execute(notifications, businessId, decide, command);
  if (isRefusal(recorded)) throw new Error(recorded.message);
  return { outcome, again: null };
}

/** What is a day old is no news. */
function againWithinDay({ raisedAt, tries }: MailAlertIntent, now: Date): string | null {
  const again = triedAgainAt(now, tries);
  return again !== null && Date.parse(again) < Date.parse(raisedAt) + DAY_MS ? again : null;
}

interface Reader {
  readonly to: string;
  readonly name: string;
  readonly business: string;
}

/** Mails travel and lie about unsealed: this one says what the list of alerts says in a line, and where more is to be read. */
function alertMail(
  { businessId, alertId, title, raisedAt }: MailAlertIntent,
  { to, name, business }: Reader,
  unsubscribeUrl: string,
): Mail {
  const paragraphs = [
    `Hello ${name},`,
    `${business} was told on ${day.format(new Date(raisedAt))}:\n${title}`,
    "What was before and after is in your list of alerts. Which alerts you are written to of is among your notification settings.",
    `To be mailed of no more alerts of ${business}: ${unsubscribeUrl}`,
  ];
  // A line break in a name that was collected would end the header.
  const subject = `Alert: ${firstCharacters(title.replace(/\s+/g, " "), SUBJECT_CHARS_MAX)}`;
  return { id: `alert-${alertId}`, businessId, to, subject, text: `${paragraphs.join("\n\n")}\n`, unsubscribeUrl };
}

const SUBJECT_CHARS_MAX = 150;
const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
