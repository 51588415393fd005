/** Counts what an account may do only so often in a UTC day. */
import { accountDay, countUses, dailyUses, usesRefused, type DailyQuota } from "../../domain/daily-uses";
import type { Actor } from "../../domain/fold/event";
import { isRefusal, type Refusal } from "../../domain/fold/refusal";
import { planSchema, quotas } from "../../domain/plans";
import type { Context } from "../../infra/http/endpoint";
import { Failure } from "../../infra/http/failure";

export type Counting = Pick<Context<"account">, "account" | "principal" | "services">;

/** How many of those wanted are counted, and the 429 to answer with for the others; null where there are none. */
export interface CountedToday {
  readonly counted: number;
  readonly usedUp: Failure | null;
}

/**
 * Counts as many as the plan allows today. Each call is a command of its own: what is looked up again is counted again. Nothing
 * of it is the request's own writing, neither its position nor its revision, and it is counted in a dry run as well. Nor does it
 * name the request: what its sender called it may speak of a business, and this outlives the business.
 */
export async function countUpTo(context: Counting, quota: DailyQuota, wanted: number): Promise<CountedToday> {
  if (wanted === 0) return { counted: 0, usedUp: null };
  const { account, services } = context;
  const now = services.clock.now().toISOString();
  const allowance = { now, quota: quotas[planSchema.parse(account.plan)][quota] };
  const commandId = services.ids.next();
  const command = { commandId, causationId: commandId, correlationId: commandId, actor: actorOf(context) };
  const decide = countUses({ accountId: account.id, quota, wanted }, allowance);
  const executed = await services.runner.execute(dailyUses, accountDay(account.id, now), decide, command);
  if (isRefusal(executed)) return { counted: 0, usedUp: failureOf(executed) };
  const counted = executed.events.reduce((sum, { data: { units } }) => sum + units, 0);
  const usedUp = counted < wanted ? failureOf(usesRefused(executed.state, quota, allowance)) : null;
  return { counted, usedUp };
}

/** Counts one, or as many as are told; gives the 429 to answer with where the plan allows no more today. */
export const countToday = async (context: Counting, quota: DailyQuota, wanted = 1): Promise<Failure | null> =>
  (await countUpTo(context, quota, wanted)).usedUp;

const actorOf = ({ principal, account }: Counting): Actor =>
  principal.kind === "api_key" ? { kind: "api_key", id: principal.id } : { kind: "user", id: account.id };

/** Whichever endpoint counts: this is no refusal of what it decides, but one of its requests too many. */
function failureOf({ refused, message, details = {} }: Refusal): Failure {
  const { retryAfterSeconds, ...members } = details;
  return new Failure(429, refused, message, members, { "retry-after": String(retryAfterSeconds) });
}
