/** What the owner of a registration reads of it by e-mail: short, plain, and of the phone number only its last four digits. */
import type { ComplianceNotice, ReviewReason } from "../domain/compliance";

/** What came after the verdict that a mail is about. */
export type Since =
  Exclude<ComplianceNotice, "pending_3_days" | "pending_7_days"> | "pending_review" | "submitted_again";

/** Mails travel and lie about unsealed, so they say no more than their reader needs to know which number is meant. */
export interface ComplianceMail {
  readonly notice: ComplianceNotice;
  readonly name: string;
  readonly business: string;
  /** E.164. */
  readonly phoneNumber: string;
  /** The submission that it speaks of. */
  readonly submittedAt: string;
  readonly reasons: readonly ReviewReason[];
  /** Null where nothing came after it. */
  readonly since: Since | null;
}

const wait = "You don't need to do anything. We will write to you as soon as there is a result.";
const noTexts = "Until it is approved, no text messages can be sent from this number.";

const said: Readonly<
  Record<ComplianceNotice, { readonly subject: string; readonly happened: string; readonly next: string }>
> = {
  approved: {
    subject: "Your SMS registration is approved",
    happened: "has been approved",
    next: "You can now send text messages from this number.",
  },
  rejected: {
    subject: "Your SMS registration was rejected",
    happened: "was rejected",
    next: `You can change the registration and submit it again. ${noTexts}`,
  },
  action_required: {
    subject: "Your SMS registration needs changes",
    happened: "needs changes before it can be approved",
    next: `Please change the registration and submit it again. ${noTexts}`,
  },
  expired: {
    subject: "Your SMS registration has expired",
    happened: "has expired",
    next: `Please submit the registration again. ${noTexts}`,
  },
  pending_3_days: {
    subject: "Your SMS registration is still in review",
    happened: "has been in review for three days",
    next: wait,
  },
  pending_7_days: {
    subject: "Your SMS registration is still in review after a week",
    happened: "has been in review for seven days, which is longer than usual",
    next: wait,
  },
};

/** In place of what its reader could do, which is not so any more. */
const overtaken: Readonly<Record<Since, string>> = {
  submitted_again: "You have submitted the registration again since then.",
  pending_review: "The reviewers have been looking at it again since then.",
  approved: "Since then, the registration has been approved.",
  rejected: "Since then, the registration has been rejected.",
  action_required: "Since then, the reviewers have asked for changes.",
  expired: "Since then, the registration has expired.",
};

export function complianceMail(mail: ComplianceMail): { readonly subject: string; readonly text: string } {
  const { notice, name, business, phoneNumber, submittedAt, reasons, since } = mail;
  const { subject, happened, next } = said[notice];
  const given = reasons.map(({ code, message }) => `- ${message}${code === null ? "" : ` (code ${code})`}`);
  const about = `The SMS registration of ${business} for the phone number ending in ${phoneNumber.slice(-4)}`;
  const paragraphs = [
    `Hello ${name},`,
    `${about}, submitted on ${day.format(new Date(submittedAt))}, ${happened}.`,
    ...(given.length === 0 ? [] : [`The reviewers said:\n${given.join("\n")}`]),
    since === null ? next : overtaken[since],
  ];
  return { subject, text: `${paragraphs.join("\n\n")}\n` };
}

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
