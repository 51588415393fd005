/** POST /api/admin/sms-sandbox/reviews: an administrator is the reviewer of the messaging stand-in, and moves a registration. */
import { z } from "zod";
import { action, admin } from "../../infra/http/endpoint";
import { Failure } from "../../infra/http/failure";
import { sandboxFails, sandboxOf } from "../../read-api/messaging/sandbox-view";
import { shownText } from "../shown-text";

export const reviewSandboxRegistration = action({
  id: "review-sandbox-registration",
  method: "POST",
  path: "/api/admin/sms-sandbox/reviews",
  access: admin(),
  on: "none",
  area: "sms",
  summary: "Review a registration in the sandbox",
  description:
    "What is pending, or was approved, can be reviewed. What was turned down can be once it is handed in anew, which takes a moment after it was submitted. The service is told by a callback, as a provider tells it.",
  body: z.strictObject({
    registrationId: z.uuid(),
    status: z.enum(["pending_review", "approved", "rejected", "action_required", "expired"]),
    reasons: z
      .array(z.strictObject({ code: shownText(20).nullable().default(null), message: shownText(500) }))
      .max(20)
      .default([]),
  }),
  responds: { status: 202, body: z.strictObject({ sandbox: z.literal(true) }) },
  fails: { ...sandboxFails, sandbox_registration_not_found: 404 },
  example: {
    registrationId: "0196f1d2-6c1e-7b7e-9d53-41c0de5a7e03",
    status: "rejected",
    reasons: [{ code: "30489", message: "Say where customers agree to be written to." }],
  },
  handle: async ({ body: { registrationId, status, reasons } }, { services }) => {
    const isReviewed = await sandboxOf(services).review(registrationId, { status, reasons });
    if (!isReviewed)
      throw new Failure(404, "sandbox_registration_not_found", "No such registration is with the sandbox's reviewers.");
    return { sandbox: true } as const;
  },
});
