/** What the owner of a registration reads of it by e-mail: short, plain, and of the phone number only its last four digits. */
import type { ComplianceNotice, ReviewReason } from "../domain/compliance";

/** Mails travel and lie about unsealed, so they say no more than their reader needs to know which number is meant. */
export interface ComplianceMail {
  readonly notice: ComplianceNotice;
  readonly name: string;
  /** E.164. */
  readonly phoneNumber: string;
  readonly reasons: readonly ReviewReason[];
  /** Of the dashboard. */
  readonly link: string;
}

const said: Readonly<
  Record<ComplianceNotice, { readonly subject: string; readonly happened: string; readonly next: string }>
> = {
  approved: {
    subject: "Your SMS registration is approved",
    happened: "was approved",
    next: "You can send text messages from this number.",
  },
  rejected: {
    subject: "Your SMS registration was rejected",
    happened: "was rejected",
    next: "You can change it and submit it again. Until it is approved, no text messages can be sent from this number.",
  },
  action_required: {
    subject: "Your SMS registration needs changes",
    happened: "needs changes before it can be approved",
    next: "Please change it and submit it again. Until it is approved, no text messages can be sent from this number.",
  },
  expired: {
    subject: "Your SMS registration has expired",
    happened: "has expired",
    next: "Please submit it again. Until it is approved, no text messages can be sent from this number.",
  },
  pending_3_days: {
    subject: "Your SMS registration is still in review",
    happened: "has been in review for three days",
    next: "There is nothing that you need to do. We go on asking, and write to you when there is a result.",
  },
  pending_7_days: {
    subject: "Your SMS registration is still in review after a week",
    happened: "has been in review for seven days, which is longer than usual",
    next: "There is nothing that you need to do. We go on asking, and write to you when there is a result.",
  },
};

export function complianceMail({ notice, name, phoneNumber, reasons, link }: ComplianceMail): {
  readonly subject: string;
  readonly text: string;
} {
  const { subject, happened, next } = said[notice];
  const given = reasons.map(({ code, message }) => `- ${message}${code === null ? "" : ` (code ${code})`}`);
  const paragraphs = [
    `Hello ${name},`,
    `the SMS registration of your phone number ending in ${phoneNumber.slice(-4)} ${happened}.`,
    ...(given.length === 0 ? [] : [`What the reviewers say:\n${given.join("\n")}`]),
    next,
    `Your dashboard: ${link}`,
  ];
  return { subject, text: `${paragraphs.join("\n\n")}\n` };
}
