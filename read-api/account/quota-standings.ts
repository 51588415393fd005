/** How quotas stand for a caller, as the headers of answers tell it: by the same counts as `GET /api/v1/usage`. */
import { limitOf, planSchema, type QuotaName } from "../../domain/plans";
import { DAY_MS } from "../../domain/utc-day";
import type { QuotaStandings } from "../../infra/http/quota-headers";
import { quotaUses } from "./quota-uses";

export const quotaNames = Object.keys(quotaUses) as readonly QuotaName[];

/** Of quotas of a day, and of what exists: requests are told of by the limiter that counts them. */
export const quotaStandings: QuotaStandings = async (names, look) => {
  const plan = planSchema.parse(look.account.plan);
  const standings = quotaNames
    .filter((name) => names.includes(name))
    .map(async (name) => {
      const { used, resetsAt } = await quotaUses[name].read(look);
      const limit = limitOf(plan, name);
      if (resetsAt === null) return { name, limit, used };
      const left = Math.ceil((resetsAt.getTime() - look.now.getTime()) / 1000);
      return { name, limit, used, window: { lasts: DAY_MS / 1000, left } };
    });
  return Promise.all(standings);
};
