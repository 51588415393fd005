/** POST /api/compliance/status-callback: the messaging provider says that there is news of registrations, which are looked up there. */
import { z } from "zod";
import { compliance, type Registration } from "../../domain/compliance";
import { noteCallback } from "../../domain/compliance-decisions";
import { smsProviderNameSchema } from "../../domain/phone-numbers";
import { isRefusal } from "../../domain/fold/refusal";
import { StreamErasedError } from "../../infra/command-runner/stream-erased-error";
import { action, provider, type Context } from "../../infra/http/endpoint";
import type { SignedRequest } from "../../infra/http/signed-request";
import { untilVisible } from "../../infra/http/visible";
import type { ComplianceReferenceRow } from "../../projections/compliance-references";
import { reviewedForms } from "./callback-forms";
import { providerContext, smsOf } from "./provider-calls";

const TABLE = "compliance_references";

export const receiveComplianceStatus = action({
  id: "receive-compliance-status",
  method: "POST",
  path: "/api/compliance/status-callback",
  access: provider(),
  on: "none",
  area: "sms",
  summary: "Take in news of registrations",
  forms: reviewedForms,
  example: {
    "application/x-www-form-urlencoded": {
      AccountSid: "AC0f2f6f1c2a109d536c1e7b7e0196f1d2",
      BundleSid: "BU6c1e7b7e0196f1d20f2f6f1c2a109d53",
      Status: "twilio-approved",
    },
    "application/json": { kind: "reviewed", id: "review-1", reference: "registration-1" },
  },
  description:
    "A hint and never the truth: whatever it says, the provider is asked where the registrations stand. The same hint again, before a submission or a verdict has followed, changes nothing. Of what is not known here nothing is recorded.",
  // A provider that signs no body names its hash in the address, and signs that.
  query: z.strictObject({ bodySHA256: z.string().max(64).optional() }),
  responds: { status: 204 },
  handle: async ({ signed }, context) => {
    const { services, principal } = context;
    const references = smsOf(services).callbacks.readReviewed(signed);
    // What was submitted a moment ago must not be taken for something unknown.
    await untilVisible(context, [TABLE], await services.log.head());
    const known = await context
      .read<ComplianceReferenceRow>(TABLE)
      .where({ provider: smsProviderNameSchema.parse(principal.id) })
      .whereIn("reference", [...references])
      .distinct("registration_id", "business_id")
      .orderBy("registration_id");
    for (const { registration_id: id, business_id: businessId } of known) {
      try {
        const registration = (await services.runner.load(compliance, businessId)).state.get(id);
        if (registration === undefined) continue;
        const caused = providerContext(context, businessId, hintId(context, signed, registration));
        const noted = await services.runner.execute(compliance, businessId, noteCallback(id), caused);
        if (isRefusal(noted)) return noted;
      } catch (error) {
        // Of a business that was erased meanwhile there is no news.
        if (!(error instanceof StreamErasedError)) throw error;
      }
    }
    return undefined;
  },
});

/**
 * Whoever came by a genuine callback can repeat it for ever: it counts once until the registration was submitted or judged
 * again, after which the same words may be news. Only what is signed is looked at: a header that is said to tell repetitions
 * apart could be made up anew each time.
 */
const hintId = (
  { services: { ids } }: Pick<Context, "services">,
  { url, body }: SignedRequest,
  { registrationId, turns }: Registration,
): string => ids.derive("compliance-hint", registrationId, String(turns), url, body);
