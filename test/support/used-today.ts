/** A day of which an account has used something already: counted as the service counts it, whatever its plan allows. */
import { accountDay, countUses, dailyUses, type DailyQuota } from "../../domain/daily-uses";
import type { TestService } from "./service";

export async function usedToday(
  { clock, running: { engines } }: Pick<TestService, "clock" | "running">,
  accountId: string,
  quota: DailyQuota,
  units: number,
): Promise<void> {
  const now = clock.now().toISOString();
  const decide = countUses({ accountId, quota, wanted: units }, { now, quota: units });
  const commandId = engines.ids.next();
  const by = { kind: "user", id: accountId } as const;
  const command = { commandId, causationId: commandId, correlationId: "used", actor: by };
  await engines.runner.execute(dailyUses, accountDay(accountId, now), decide, command);
}
