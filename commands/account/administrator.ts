/** How somebody becomes administrator: by a listed address together with the operator's token, never by an address alone. */
import { z } from "zod";
import { accounts, confirmAdministrator } from "../../domain/accounts";
import { isRefusal, type Refusal } from "../../domain/fold/refusal";
import { refuse } from "../../domain/refusals";
import { countAttempt } from "../../infra/http/attempt-limits";
import type { Context } from "../../infra/http/endpoint";
import { TOKENS_PER_ADDRESS } from "./credentials";

export const adminTokenSchema = z
  .string()
  .max(200)
  .optional()
  .describe("ADMIN_TOKEN of the settings; makes an account among ADMIN_EMAILS an administrator.");

/** A refusal where a token was shown that is wrong, or that this address has no use for. */
export async function refuseWrongToken(
  { services, clientIp }: Context<"none">,
  email: string,
  token: string | undefined,
): Promise<Refusal | undefined> {
  if (token === undefined) return undefined;
  await countAttempt(services.limiter, ["administrator-token", clientIp], TOKENS_PER_ADDRESS);
  const { administration } = services;
  return administration.isListed(email) && administration.isToken(token)
    ? undefined
    : refuse("administrator_token_required", "This address and token do not make an administrator.");
}

/** Confirms the account; the token was judged before. Gives the position up to which tables must show it. */
export async function confirm(context: Context<"none">, accountId: string): Promise<Refusal | number> {
  const confirmed = await context.execute(accounts, accountId, confirmAdministrator(accountId), {
    step: "administrator",
  });
  return isRefusal(confirmed) ? confirmed : confirmed.position;
}
