/**
 * The effects of `review-requests`: whoever is to be asked is asked once. A text message goes its usual way, through the
 * conversation with them, where opt-outs and registrations are looked at. An e-mail is recorded after its server has taken it:
 * where the process dies between the two it is sent again, with the same Message-ID.
 */
import { accounts } from "../domain/accounts";
import { businesses } from "../domain/businesses";
import { conversations, hasOptedOut } from "../domain/conversations";
import { isRefusal } from "../domain/fold/refusal";
import { activeNumber, phoneNumbers } from "../domain/phone-numbers";
import { quotas } from "../domain/plans";
import {
  noteProgress,
  hasUnsubscribed,
  isQueued,
  reviewRequestFailureSchema,
  reviewRequests,
  type ReviewRequest,
  type ReviewRequestFailure,
  type ReviewRequests,
} from "../domain/review-requests";
import { startConversation } from "../domain/sending";
import type { CommandRunner } from "../infra/command-runner/command-runner";
import type { Mailer } from "../infra/mail/mailer";
import type { Effect, EffectContext } from "../infra/process-manager/process-manager";
import { commandedBy, unlessErased } from "./performing";
import { messageOf, type AskForReviewIntent, type AskIntent, type FollowIntent } from "./review-requests";
import { eventAt, type WordsLog } from "./words-in-log";

export interface AskingParts {
  readonly runner: CommandRunner;
  readonly log: WordsLog;
  readonly mailer: Pick<Mailer, "configured" | "send">;
  /** Where whoever was asked by this request says that they want to be asked no more. */
  readonly unsubscribeUrl: (requestId: string) => string;
}

/** Every effect can be repeated. */
export const askingEffects = (parts: AskingParts): Readonly<Record<string, Effect>> => ({
  ask_for_review: unlessErased((intent: AskForReviewIntent, context) => ask(parts, intent, context)),
  give_up_asking: unlessErased((intent: AskIntent, context) => note(parts, intent, context, failed("gave_up"))),
  follow_asking: unlessErased((intent: FollowIntent, context) => follow(parts, intent, context)),
});

type Progress = Parameters<typeof noteProgress>[2];
const failed = (reason: ReviewRequestFailure): Progress => ({ status: "failed", reason });

/** Null where what follows is told by the conversation. */
async function ask(parts: AskingParts, intent: AskForReviewIntent, context: EffectContext): Promise<void> {
  const { runner, log } = parts;
  const { businessId, requestId, revision } = intent;
  const { state } = await runner.load(reviewRequests, businessId);
  if (!isQueued(state, requestId)) return;
  const { data: request } = await eventAt(log, reviewRequests, {
    owner: businessId,
    type: "ReviewRequested",
    revision,
  });
  const business = (await runner.load(businesses, businessId)).state;
  if (!(await context.stillMine())) throw new Error("The request is seen to elsewhere.");
  const channel = { email: byMail, sms: byText }[request.channel];
  const asking = () => channel(parts, request, context);
  const progress =
    business.status !== "active" ? failed("business_deleted") : await unlessUnwanted(state, request, asking);
  if (progress !== null) await note(parts, intent, context, progress);
}

/** They may have said so by the link of an earlier mail, since this was asked for. */
const unlessUnwanted = async (
  state: ReviewRequests,
  { person }: ReviewRequest,
  asking: () => Promise<Progress | null>,
): Promise<Progress | null> => (hasUnsubscribed(state, person) ? failed("recipient_opted_out") : asking());

async function byMail(
  { runner, mailer, unsubscribeUrl: urlOf }: AskingParts,
  request: ReviewRequest,
): Promise<Progress> {
  if (!mailer.configured) return failed("not_configured");
  const { businessId, requestId, person, recipient: to, subject, text } = request;
  const { state } = await runner.load(conversations, businessId);
  if (person.some((one) => hasOptedOut(state, one))) return failed("recipient_opted_out");
  const unsubscribeUrl = urlOf(requestId);
  const whole = `${text}\n\nTo be asked no more: ${unsubscribeUrl}`;
  const mail = { id: messageOf(requestId), businessId, to, subject, text: whole, unsubscribeUrl };
  const outcome = await mailer.send(mail);
  return outcome === "refused" ? failed("refused") : { status: "sent" };
}

async function byText(
  { runner }: AskingParts,
  request: ReviewRequest,
  context: EffectContext,
): Promise<Progress | null> {
  const { businessId, accountId, requestId, recipient: customerPhone, text: body } = request;
  const [account, numbers] = await Promise.all([
    runner.load(accounts, accountId),
    runner.load(phoneNumbers, businessId),
  ]);
  const number = activeNumber(numbers.state, request.phoneNumberId ?? "");
  if (number === undefined || account.state.status !== "registered") return failed("number_not_usable");
  const { phoneNumberId, provider } = number;
  // Known again by the conversation where it was asked to write this before.
  const written = { messageId: messageOf(requestId), conversationId: messageOf(requestId), body };
  const decide = startConversation(
    { businessId, accountId, phoneNumberId, provider, customerPhone, ...written },
    { now: context.now.toISOString(), quota: quotas[account.state.plan].messagesPerDay },
  );
  const command = commandedBy("review-requests", context, businessId);
  const executed = await runner.execute(conversations, businessId, decide, command);
  if (!isRefusal(executed)) return null;
  return failed(reviewRequestFailureSchema.parse(executed.refused));
}

async function follow(parts: AskingParts, intent: FollowIntent, context: EffectContext): Promise<void> {
  const { told, reason } = intent;
  if (told === "MessageFailed") return note(parts, intent, context, failed(reviewRequestFailureSchema.parse(reason)));
  return note(parts, intent, context, { status: told === "MessageSent" ? "sent" : "delivered" });
}

async function note(
  { runner }: AskingParts,
  { businessId, requestId }: AskIntent,
  context: EffectContext,
  progress: Progress,
): Promise<void> {
  const decide = noteProgress(businessId, requestId, progress);
  const command = commandedBy("review-requests", context, businessId);
  const noted = await runner.execute(reviewRequests, businessId, decide, command);
  if (isRefusal(noted)) throw new Error(noted.message);
}
