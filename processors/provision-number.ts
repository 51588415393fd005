/** The effects of `sms-numbers`: a number is had of the provider and recorded as the business's, or it is recorded that there is none. */
import { businesses } from "../domain/businesses";
import { isRefusal } from "../domain/fold/refusal";
import { phoneNumbers, settleNumber, type PhoneNumber, type ProvisioningFailure } from "../domain/phone-numbers";
import type { CommandRunner } from "../infra/command-runner/command-runner";
import { StreamErasedError } from "../infra/command-runner/stream-erased-error";
import type { Effect, EffectContext } from "../infra/process-manager/process-manager";
import type { UnclaimedNumber, NumberReleases } from "../infra/sms-provider/number-releases";
import { SmsProviderError, type ProvisionedNumber, type SmsProvider } from "../infra/sms-provider/sms-provider";
import { commandedBy } from "./performing";
import type { WantedIntent } from "./sms-numbers";
import type { SmsCallbackUrls } from "./sms-callbacks";

export interface ProvisioningParts {
  readonly runner: CommandRunner;
  /** Null where none is chosen: one may be chosen again before the asking is given up. */
  readonly provider: Pick<SmsProvider, "name" | "provisionNumber"> | null;
  readonly releases: Pick<NumberReleases, "note">;
  readonly callbacks: SmsCallbackUrls;
}

/** Every effect can be repeated. */
export const numberEffects = (parts: ProvisioningParts): Readonly<Record<string, Effect>> => ({
  provision_number: (payload, context) => provision(parts, payload as unknown as WantedIntent, context),
  abandon_number: (payload, context) =>
    fail(parts, payload as unknown as WantedIntent, context, {
      reason: "unavailable",
      message: "The messaging provider could not be reached for hours. The number can be asked for again.",
    }),
});

/**
 * Nothing is bought on behalf of a deleted business. What is bought while a business is being removed, or after its number
 * was given up, is the business's no more.
 */
async function provision(parts: ProvisioningParts, wanted: WantedIntent, context: EffectContext): Promise<unknown> {
  const { runner, provider, callbacks } = parts;
  const { businessId, phoneNumberId, kind, country, areaCode } = wanted;
  const before = (await stateOf(parts, wanted))?.status;
  // Broken off between the two: what was recorded is still to be noted.
  if (before === "failed") await release(parts, { phoneNumberId, had: null });
  if (before !== "provisioning") return { provisioned: false };
  const { status } = (await runner.load(businesses, businessId)).state;
  if (status !== "active") {
    const message = "The business was deleted before a number was had for it.";
    return fail(parts, wanted, context, { reason: "business_deleted", message });
  }
  if (provider === null) throw new Error("No messaging provider is chosen.");
  if (!(await context.stillMine())) throw new Error("The number is seen to elsewhere.");
  const inboundUrl = callbacks.inbound(businessId, phoneNumberId);
  let had: ProvisionedNumber;
  try {
    had = await provider.provisionNumber({ phoneNumberId, businessId, kind, country, areaCode, inboundUrl });
  } catch (error) {
    if (!(error instanceof SmsProviderError) || error.fault === "unavailable") throw error;
    const reason = error.fault === "none_available" ? "none_available" : "refused";
    return fail(parts, wanted, context, { reason, message: error.message });
  }
  const { name } = provider;
  const data = { ...idsOf(wanted), ...had, provider: name };
  const settled = await settle(parts, wanted, context, { type: "PhoneNumberProvisioned", data });
  const kept = settled?.status === "active" && settled.providerNumberId === had.providerNumberId;
  if (!kept) await release(parts, { phoneNumberId, had: { provider: name, providerNumberId: had.providerNumberId } });
  return { provisioned: kept };
}

/** However this attempt ended, one before it whose answer was lost may have bought a number all the same. */
async function fail(
  parts: ProvisioningParts,
  wanted: WantedIntent,
  context: EffectContext,
  because: Pick<ProvisioningFailure, "reason" | "message">,
): Promise<unknown> {
  const data = { ...idsOf(wanted), ...because };
  const settled = await settle(parts, wanted, context, { type: "PhoneNumberProvisioningFailed", data });
  if (settled?.status !== "active") await release(parts, { phoneNumberId: wanted.phoneNumberId, had: null });
  return { provisioned: false };
}

/**
 * The number as it is then; undefined where it is nobody's any more. A deleted business is told as well, because it may be
 * restored; one that is being removed is not.
 */
async function settle(
  parts: ProvisioningParts,
  wanted: WantedIntent,
  context: EffectContext,
  ended: Parameters<typeof settleNumber>[0],
): Promise<PhoneNumber | undefined> {
  const { runner } = parts;
  const { businessId, phoneNumberId } = wanted;
  const { status } = (await runner.load(businesses, businessId)).state;
  if (status !== "active" && status !== "deleted") return undefined;
  try {
    const executed = await runner.execute(
      phoneNumbers,
      businessId,
      settleNumber(ended),
      commandedBy("sms-numbers", context, businessId),
    );
    if (isRefusal(executed)) throw new Error(executed.message);
    return executed.state.get(phoneNumberId);
  } catch (error) {
    if (error instanceof StreamErasedError) return undefined;
    throw error;
  }
}

const release = ({ releases }: ProvisioningParts, number: UnclaimedNumber): Promise<void> => releases.note([number]);

async function stateOf({ runner }: ProvisioningParts, { businessId, phoneNumberId }: WantedIntent) {
  return (await runner.load(phoneNumbers, businessId)).state.get(phoneNumberId);
}

const idsOf = ({ businessId, accountId, phoneNumberId }: WantedIntent) => ({ businessId, accountId, phoneNumberId });
