/** The effect of every alerting manager: the alert is recorded in the business's own stream, once. */
import { alerts, raise, titleOf } from "../domain/alerts";
import { businesses } from "../domain/businesses";
import { activeOf, competitors } from "../domain/competitors";
import { isRefusal } from "../domain/fold/refusal";
import type { CommandRunner } from "../infra/command-runner/command-runner";
import type { Effect } from "../infra/process-manager/process-manager";
import type { AlertIntent } from "./place-alerts";

/**
 * On behalf of the process manager of this name. Deleted businesses are told nothing, and a business is not told that it or a
 * tracked competitor is new.
 */
export function raiseAlert(runner: CommandRunner, manager: string): Effect {
  return async (payload, { intentId, causationId, correlationId }) => {
    const { businessId, accountId, competitorId, placeId, type, data } = payload as unknown as AlertIntent;
    const { state: business } = await runner.load(businesses, businessId);
    if (business.status !== "active") return { raised: false };
    if (type === "competitor.new_competitor" && (await isKnown(runner, business, placeId))) return { raised: false };
    const told = { ...data, alertId: intentId };
    const alert = {
      alertId: intentId,
      businessId,
      accountId,
      type,
      competitorId,
      placeId,
      title: titleOf(type, told),
      data: JSON.parse(JSON.stringify(told)) as Record<string, never>,
    };
    const raised = await runner.execute(alerts, businessId, raise(alert), {
      commandId: intentId,
      correlationId,
      causationId,
      actor: { kind: "system", id: manager },
      businessId,
    });
    if (isRefusal(raised)) throw new Error(raised.message);
    return { raised: true };
  };
}

async function isKnown(
  runner: CommandRunner,
  business: { businessId: string; placeId: string | null },
  placeId: string | null,
): Promise<boolean> {
  if (placeId === null) return false;
  if (business.placeId === placeId) return true;
  const { state: roster } = await runner.load(competitors, business.businessId);
  return activeOf(roster).has(placeId);
}
