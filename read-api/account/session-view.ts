/** What the signed-in user sees of their account. */
import { z } from "zod";
import { planSchema } from "../../domain/plans";

export const sessionView = z.strictObject({
  account: z.strictObject({ id: z.string(), email: z.string(), plan: planSchema, admin: z.boolean() }),
  business: z.strictObject({ id: z.string(), name: z.string() }).nullable().describe("The active business."),
});
