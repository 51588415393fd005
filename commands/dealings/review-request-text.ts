/** What whoever is asked for a review reads: who asks, where to write it, and how to hear no more. */
import type { ReviewChannel } from "../../domain/review-requests";
import { asLine } from "../shown-text";

export interface AskedIn {
  readonly channel: ReviewChannel;
  readonly business: string;
  /** Whoever is asked; null where their name is not known. */
  readonly name: string | null;
  /** The business's own words in place of ours; null where it has none. */
  readonly message: string | null;
  readonly reviewUrl: string;
}

const lastLine: Readonly<Record<ReviewChannel, (business: string) => string>> = {
  sms: () => "Reply STOP to opt out.",
  email: (business) => `You are written to once, as a customer of ${business}.`,
};

export function reviewRequestText({ channel, business: by, name, message, reviewUrl }: AskedIn): {
  readonly subject: string;
  readonly text: string;
} {
  const business = asLine(by);
  const greeting = name === null ? "Hello," : `Hello ${asLine(name)},`;
  const asking =
    message ?? `${greeting} thank you for choosing ${business}. We would be glad to read what you think of us:`;
  const gap = channel === "sms" ? "\n" : "\n\n";
  return { subject: `How did you like ${business}?`, text: [asking, reviewUrl, lastLine[channel](business)].join(gap) };
}
