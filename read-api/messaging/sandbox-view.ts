/** The messaging stand-in as administrators are shown it, where the settings choose it. */
import { z } from "zod";
import { Failure } from "../../infra/http/failure";
import type { Services } from "../../infra/http/services";

type SandboxControl = NonNullable<Services["smsSandbox"]>;

export const sandboxFails = { sandbox_not_chosen: 404 } as const;

/** Throws a 404 Failure on a service that uses another provider, or none. */
export function sandboxOf({ smsSandbox }: Pick<Services, "smsSandbox">): SandboxControl {
  if (smsSandbox === null) throw new Failure(404, "sandbox_not_chosen", "This service does not use the SMS sandbox.");
  return smsSandbox;
}

export const sandboxMessageView = z.strictObject({
  id: z.string().describe("What the stand-in calls the message."),
  direction: z.enum(["outbound", "inbound"]),
  from: z.string(),
  to: z.string(),
  body: z.string(),
  at: z.iso.datetime(),
});
