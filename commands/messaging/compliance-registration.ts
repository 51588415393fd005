/** What registering a phone number and changing its registration have in common. */
import type { z } from "zod";
import { isRefusal, type Refusal } from "../../domain/fold/refusal";
import { refuse } from "../../domain/refusals";
import { Answer, type Context } from "../../infra/http/endpoint";
import { untilVisible } from "../../infra/http/visible";
import { complianceTables, registrationsOf, type oneRegistration } from "../../read-api/messaging/compliance-view";

/** The registration as the lists show it from here on, or why it was not changed. */
export async function answerRegistered(
  context: Context<"business">,
  registrationId: string,
  executed: { readonly position: number } | Refusal,
): Promise<z.input<typeof oneRegistration> | Answer | Refusal> {
  if (isRefusal(executed)) return executed;
  // Nothing was written that could be shown.
  if (context.dryRun) return new Answer(200, undefined);
  await untilVisible(context, complianceTables, executed.position);
  const [registration] = await registrationsOf(context, registrationId);
  if (registration === undefined) return refuse("compliance_not_found", "There is no such registration.");
  return { registration, sandbox: registration.sandbox };
}
