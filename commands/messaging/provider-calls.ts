/** What the calls of the messaging provider have in common: who it is, and that what it tells again is the same command. */
import type { CommandContext } from "../../infra/command-runner/command-runner";
import type { Context } from "../../infra/http/endpoint";
import type { Services } from "../../infra/http/services";

type Provider = NonNullable<Services["sms"]>;
/** How far a message got, as the provider tells it. */
export type ToldStatus = NonNullable<ReturnType<Provider["callbacks"]["readStatus"]>>;

/** Nobody can have signed a request where there is none. */
export function smsOf({ sms }: Services): Provider {
  if (sms === null) throw new Error("A request was signed by a provider that is not there.");
  return sms;
}

export function providerContext(
  { requestId: correlationId, principal }: Context,
  businessId: string,
  commandId: string,
): CommandContext {
  const actor = { kind: "provider", id: principal.id } as const;
  return { commandId, correlationId, causationId: commandId, actor, businessId, repeatedEvents: "left_out" };
}
