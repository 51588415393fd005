/** The effect that shows a registration to its reviewers: it is handed in, goes on with its next part, or its verdict is looked up. */
import { businesses } from "../domain/businesses";
import { compliance, type Registration, type Verdict } from "../domain/compliance";
import { judge, reference, type ComplianceDecision } from "../domain/compliance-decisions";
import type { ComplianceForm } from "../domain/compliance-form";
import { isRefusal } from "../domain/fold/refusal";
import { phoneNumbers, type ActiveNumber } from "../domain/phone-numbers";
import type { CommandRunner } from "../infra/command-runner/command-runner";
import { StreamErasedError } from "../infra/command-runner/stream-erased-error";
import type { Logger } from "../infra/logging/logger";
import type { Effect, EffectContext } from "../infra/process-manager/process-manager";
import type { ComplianceForm as HandedForm } from "../infra/sms-provider/registration-form";
import { SmsProviderError, type SmsProvider } from "../infra/sms-provider/sms-provider";
import type { Advanced, AdvanceIntent } from "./sms-compliance";
import { aDayAfter, triedAgainAt } from "./trying-again";

export interface ReviewParts {
  readonly runner: CommandRunner;
  /** Null where none was chosen. */
  readonly sms: SmsProvider | null;
  readonly logger: Pick<Logger, "warn">;
}

/**
 * It can be repeated. A provider that is down, that is not there any more or is another one than the number's says nothing
 * of the registration: it stays what it is, and the effect ends with when to ask again.
 */
export const reviewRegistration =
  (parts: ReviewParts): Effect =>
  async (payload, context): Promise<Advanced> => {
    const asked = payload as unknown as AdvanceIntent;
    const at = context.now.toISOString();
    const again = triedAgainAt(context.now, asked.tries);
    const settled = (outcome: string): Advanced => ({ reached: true, outcome, at, again });
    try {
      const { status } = (await parts.runner.load(businesses, asked.businessId)).state;
      if (status !== "active")
        return { reached: false, outcome: "business_deleted", at, again: aDayAfter(context.now) };
      const known = (await parts.runner.load(compliance, asked.businessId)).state.get(asked.registrationId);
      if (known === undefined || known.episode !== asked.episode) return settled("over");
      const number = (await parts.runner.load(phoneNumbers, asked.businessId)).state.get(known.phoneNumberId);
      if (parts.sms === null) return { reached: false, outcome: "no_provider", at, again };
      if (number?.status !== "active" || number.provider !== parts.sms.name)
        return { reached: false, outcome: "number_of_other_provider", at, again };
      const reached = await review({ ...parts, sms: parts.sms }, { asked, known, number, context });
      return { ...reached, at, again };
    } catch (error) {
      if (error instanceof StreamErasedError) return settled("erased");
      throw error;
    }
  };

interface Review {
  readonly asked: AdvanceIntent;
  readonly known: Registration;
  readonly number: ActiveNumber;
  readonly context: EffectContext;
}

async function review(
  { runner, sms, logger }: ReviewParts & { sms: SmsProvider },
  { asked, known, number, context }: Review,
): Promise<Pick<Advanced, "reached" | "outcome">> {
  const { businessId, registrationId, episode } = known;
  const { intentId, correlationId, causationId } = context;
  /** Named by the revision as well: one attempt can record more than once, and a later one something else. */
  const record = async (decide: ComplianceDecision, id: string) => {
    const { revision } = await runner.load(compliance, businessId);
    const commandId = `${intentId}:${revision}`;
    const actor = { kind: "system", id } as const;
    const command = { commandId, correlationId, causationId, actor, businessId };
    const recorded = await runner.execute(compliance, businessId, decide, command);
    if (isRefusal(recorded)) throw new Error(recorded.message);
  };
  const { kind, references, form } = known;
  const { phoneNumber, providerNumberId } = number;
  const about = { registrationId, businessId, episode, kind, phoneNumber, providerNumberId, references };
  const submitted = { ...about, form: handedForm(form), isNew: asked.isNew };
  if (!(await context.stillMine())) throw new Error("Another process performs this intent.");
  try {
    const verdict = await sms.advanceRegistration(submitted, (kept) =>
      record(reference(registrationId, episode, sms.name, kept), "sms-compliance"),
    );
    await record(judge(registrationId, episode, { ...verdict, reasons: [...verdict.reasons] }), "sms-compliance");
    return { reached: true, outcome: verdict.status };
  } catch (error) {
    if (!(error instanceof SmsProviderError)) throw error;
    const { fault, message, code } = error;
    logger.warn({ businessId, registrationId, fault, code }, "The messaging provider did not take a registration on.");
    if (fault === "unavailable") return { reached: false, outcome: fault };
    if (known.status === "pending_review")
      await record(judge(registrationId, episode, refused(message, code)), "sms-compliance");
    return { reached: true, outcome: fault };
  }
}

/** What a provider will not take however often it is asked is for its owner to change: otherwise it would wait for ever. */
const refused = (message: string, code: string | null): Verdict => ({
  status: "action_required",
  reasons: [{ code, message }],
  reviewedAt: null,
});

/** Nothing is submitted that lacks a field of its kind; what its kind does not need is filled as the port has it. */
function handedForm(form: ComplianceForm): HandedForm {
  const samples = form.messageSamples ?? [];
  const sample = form.productionMessageSample ?? samples[0];
  const handed = {
    ...form,
    businessRegistrationNumber: form.businessRegistrationNumber ?? null,
    productionMessageSample: sample,
    optInImageUrls: form.optInImageUrls ?? [],
    messageSamples: samples,
  };
  if (!isWhole(handed)) throw new Error("An incomplete form was submitted.");
  return handed;
}

type Loose = { readonly [Field in keyof HandedForm]?: HandedForm[Field] | undefined };

const needed = [
  "businessName",
  "businessWebsite",
  "businessType",
  "businessStreetAddress",
  "businessCity",
  "businessStateProvinceRegion",
  "businessPostalCode",
  "businessCountry",
  "businessContactFirstName",
  "businessContactLastName",
  "businessContactEmail",
  "businessContactPhone",
  "useCaseCategories",
  "useCaseSummary",
  "productionMessageSample",
  "optInType",
  "messageVolume",
] as const satisfies readonly (keyof HandedForm)[];

const isWhole = (form: Loose): form is HandedForm => needed.every((field) => form[field] !== undefined);
