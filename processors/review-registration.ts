/** The effect that shows a registration to its reviewers: it is handed in, goes on with its next part, or its verdict is looked up. */
import { businesses } from "../domain/businesses";
import { compliance, type Registration, type Verdict } from "../domain/compliance";
import { judge, reference, type ComplianceDecision } from "../domain/compliance-decisions";
import { isComplete, type ComplianceForm, type RegistrationKind } from "../domain/compliance-form";
import { nextCheck } from "../domain/compliance-schedule";
import { isRefusal } from "../domain/fold/refusal";
import { phoneNumbers, type ActiveNumber } from "../domain/phone-numbers";
import type { CommandRunner } from "../infra/command-runner/command-runner";
import { StreamErasedError } from "../infra/command-runner/stream-erased-error";
import type { Logger } from "../infra/logging/logger";
import type { Effect, EffectContext } from "../infra/process-manager/process-manager";
import type { RegistrationForm } from "../infra/sms-provider/registration-form";
import { SmsProviderError, type SmsProvider } from "../infra/sms-provider/sms-provider";
import type { Advanced, AdvanceIntent } from "./sms-compliance";
import { lookedAgainAt } from "./trying-again";

export interface ReviewParts {
  readonly runner: CommandRunner;
  /** Null where none was chosen. */
  readonly sms: SmsProvider | null;
  readonly logger: Pick<Logger, "warn">;
}

/**
 * It can be repeated. A provider that is down, that is not there any more or is another one than the number's says nothing
 * of the registration: it stays what it is.
 */
export const reviewRegistration =
  (parts: ReviewParts): Effect =>
  async (payload, context): Promise<Advanced> => {
    const asked = payload as unknown as AdvanceIntent;
    const at = context.now.toISOString();
    const found = await lookAt(parts, asked, context).catch((error: unknown) => {
      if (error instanceof StreamErasedError) return { reached: true, outcome: "erased" };
      throw error;
    });
    const { businessId, registrationId } = asked;
    if (isLast(asked, found, at))
      parts.logger.warn(
        { businessId, registrationId, outcome: found.outcome },
        "A registration is looked up no more unless the provider says that there is news.",
      );
    return { ...found, at };
  };

type Found = Pick<Advanced, "reached" | "outcome">;

/** The schedule is over, and this look, or the last of its repetitions, found no verdict. */
function isLast(asked: AdvanceIntent, { reached, outcome }: Found, at: string): boolean {
  if (nextCheck(asked.submittedAt, at) !== null) return false;
  if (!reached) return lookedAgainAt(asked, at) === null;
  return asked.because !== "callback" && outcome === "pending_review";
}

async function lookAt(parts: ReviewParts, asked: AdvanceIntent, context: EffectContext): Promise<Found> {
  const { runner, sms } = parts;
  const { status } = (await runner.load(businesses, asked.businessId)).state;
  if (status !== "active") return { reached: false, outcome: "business_deleted" };
  const known = (await runner.load(compliance, asked.businessId)).state.get(asked.registrationId);
  if (known === undefined || known.episode !== asked.episode) return { reached: true, outcome: "over" };
  const number = (await runner.load(phoneNumbers, asked.businessId)).state.get(known.phoneNumberId);
  if (sms === null) return { reached: false, outcome: "no_provider" };
  if (number?.status !== "active" || number.provider !== sms.name)
    return { reached: false, outcome: "number_of_other_provider" };
  return await review({ ...parts, sms }, { asked, known, number, context });
}

interface Review {
  readonly asked: AdvanceIntent;
  readonly known: Registration;
  readonly number: ActiveNumber;
  readonly context: EffectContext;
}

async function review(
  { runner, sms, logger }: ReviewParts & { sms: SmsProvider },
  { asked, known, number, context }: Review,
): Promise<Found> {
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
  const { kind, references, submittedForm } = known;
  const { phoneNumber, providerNumberId } = number;
  const about = { registrationId, businessId, episode, kind, phoneNumber, providerNumberId, references };
  const submitted = { ...about, form: handedForm(kind, submittedForm ?? {}), isNew: asked.isNew };
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

/** The form as it was submitted, whatever its owner edits since: it lacks no field of its kind; what its kind does not need is filled as the port has it. */
function handedForm(kind: RegistrationKind, form: ComplianceForm): RegistrationForm {
  const { messageSamples = [], optInImageUrls = [] } = form;
  const sample = form.productionMessageSample ?? messageSamples[0];
  if (sample === undefined || !isComplete(kind, form)) throw new Error("An incomplete form was submitted.");
  const businessRegistrationNumber = form.businessRegistrationNumber ?? null;
  return { ...form, businessRegistrationNumber, productionMessageSample: sample, optInImageUrls, messageSamples };
}
