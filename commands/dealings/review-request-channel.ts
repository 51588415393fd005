/** By what somebody is asked for a review: by what carries it on this service, and never past a registration or an opt-out. */
import { conversations, hasOptedOut } from "../../domain/conversations";
import { compliance, registrationOf } from "../../domain/compliance";
import { isRefusal, type Refusal } from "../../domain/fold/refusal";
import { phoneNumbers } from "../../domain/phone-numbers";
import { refuse } from "../../domain/refusals";
import { hasUnsubscribed, reviewRequests, wantsNoMore, type ReviewChannel } from "../../domain/review-requests";
import type { Context } from "../../infra/http/endpoint";
import { approvedNumber } from "../messaging/conversing";
import { customerPhoneSchema } from "../messaging/customer-phone";

export interface Reachable {
  readonly email: string | null;
  /** E.164. */
  readonly phone: string | null;
}
export interface Way {
  readonly channel: ReviewChannel;
  readonly recipient: string;
  readonly phoneNumberId: string | null;
  readonly delivery: "queued" | "recorded";
}
export interface Wished {
  readonly channel: ReviewChannel | null;
  readonly phoneNumberId: string | null;
}

/**
 * Nobody is written to, by whatever way, of whom `person` has a number that asked to hear no more, or who said so by the link of
 * a mail. To others goes a text message
 * where one can be sent, and otherwise an e-mail. Where neither can, it is recorded by what nothing carries on this service; where
 * a text message is all that there is, and may not be sent yet, that is refused.
 */
export async function wayTo(
  context: Context<"business">,
  { email, phone }: Reachable,
  person: readonly string[],
  wished: Wished,
): Promise<Way | Refusal> {
  const { runner } = context.services;
  const [{ state }, asked] = await Promise.all([
    runner.load(conversations, context.business.id),
    runner.load(reviewRequests, context.business.id),
  ]);
  if (hasUnsubscribed(asked.state, person)) return wantsNoMore;
  if (person.some((one) => hasOptedOut(state, one)))
    return refuse("recipient_opted_out", "The customer has asked to receive no more messages.", {
      sandbox: context.services.sms?.name === "sandbox",
    });
  const ways: (Way | Refusal)[] = [];
  const text = wished.channel === "email" || phone === null ? null : await byText(context, phone, wished.phoneNumberId);
  if (text !== null) ways.push(text);
  if (wished.channel !== "sms" && email !== null) ways.push(byMail(context, email));
  const sent = ways.find((way) => !isRefusal(way) && way.delivery === "queued");
  const [way] = [...ways.filter((one) => !isRefusal(one)), ...ways];
  return sent ?? way ?? refuse("recipient_not_reachable", "There is no address or number to write to in this way.");
}

const byMail = ({ services: { mail } }: Context<"business">, recipient: string): Way => ({
  channel: "email",
  recipient,
  phoneNumberId: null,
  delivery: mail.configured ? "queued" : "recorded",
});

/** Null where the number is none that can be written to first. */
async function byText(
  context: Context<"business">,
  phone: string,
  wished: string | null,
): Promise<Way | Refusal | null> {
  const { services } = context;
  if (!customerPhoneSchema.safeParse(phone).success) return null;
  const way = { channel: "sms", recipient: phone } as const;
  if (services.sms === null) return { ...way, phoneNumberId: null, delivery: "recorded" };
  const number = await approvedNumber(context, wished ?? (await firstNumber(context)) ?? "");
  if (isRefusal(number)) return number;
  return { ...way, phoneNumberId: number.phoneNumberId, delivery: "queued" };
}

/** Of the numbers in use the first whose registration is approved, and otherwise the first. */
async function firstNumber({ business, services }: Context<"business">): Promise<string | undefined> {
  const [numbers, registrations] = await Promise.all([
    services.runner.load(phoneNumbers, business.id),
    services.runner.load(compliance, business.id),
  ]);
  const own = [...numbers.state.values()].filter(
    (one) => one.status === "active" && one.provider === services.sms?.name,
  );
  const approved = own.find(
    ({ phoneNumberId }) => registrationOf(registrations.state, phoneNumberId)?.status === "approved",
  );
  return (approved ?? own[0])?.phoneNumberId;
}
