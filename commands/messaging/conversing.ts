/** What writing in a new conversation and in one that is there have in common: who may write, and what is told of the message. */
import type { z } from "zod";
import { compliance, registrationOf } from "../../domain/compliance";
import type { ConversationEvent } from "../../domain/conversations";
import type { Recorded } from "../../domain/fold/event";
import { isRefusal, type Refusal } from "../../domain/fold/refusal";
import type { ActiveNumber } from "../../domain/phone-numbers";
import { refuse } from "../../domain/refusals";
import type { DayAllowance } from "../../domain/day-quota";
import type { Context } from "../../infra/http/endpoint";
import type { messageView } from "../../read-api/messaging/conversation-view";
import { loadActiveBusiness } from "../business/active-business";
import { planFails, planQuota } from "../account/plan-quota";
import { shownLine, shownText } from "../shown-text";
import { messagingFails, usableNumber, usableNumberRefusals } from "./usable-number";

/** What providers take for one message; longer than 160 characters it is carried, and paid, as several. */
export const MESSAGE_CHARACTERS_MAX = 1_600;
export const messageBody = shownText(MESSAGE_CHARACTERS_MAX);
export const customerName = shownLine(200);

export const writingRefusals = [
  "business_not_found",
  ...usableNumberRefusals,
  "sms_compliance_pending",
  "recipient_opted_out",
  "message_limit_reached",
] as const;

export const writingFails = { ...messagingFails, ...planFails };

/** The number, while its registration is approved. */
export async function approvedNumber(
  context: Context<"business">,
  phoneNumberId: string,
): Promise<ActiveNumber | Refusal> {
  const { business, services } = context;
  const number = await usableNumber(context, phoneNumberId);
  if (isRefusal(number)) return number;
  const [active, registrations] = await Promise.all([
    loadActiveBusiness(context),
    services.runner.load(compliance, business.id),
  ]);
  if (isRefusal(active)) return active;
  const complianceStatus = registrationOf(registrations.state, phoneNumberId)?.status ?? null;
  if (complianceStatus === "approved") return number;
  const message = "Nothing can be sent from this number before its registration is approved.";
  return refuse("sms_compliance_pending", message, { complianceStatus, sandbox: number.provider === "sandbox" });
}

/** Throws a 403 Failure where the plan has no messages. */
export const allowanceOf = ({ account, now }: Context<"business">): DayAllowance => ({
  now: now.toISOString(),
  quota: planQuota(account, "messagesPerDay"),
});

/** As it is at first; undefined where nothing was queued. */
export function queuedMessage(events: readonly Recorded<ConversationEvent>[]): z.input<typeof messageView> | undefined {
  for (const { type, data, metadata } of events) {
    if (type !== "MessageQueued") continue;
    const { messageId: id, body, automatic } = data;
    const outbound = { direction: "outbound" as const, status: "queued" as const, failure: null, mediaCount: 0 };
    return { id, body, automatic, ...outbound, createdAt: metadata.occurredAt };
  }
  return undefined;
}
