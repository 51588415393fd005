/** What both ways of marking an alert read or unread share. */
import { z } from "zod";
import { alerts, mark } from "../../domain/alerts";
import { isRefusal, type Refusal } from "../../domain/fold/refusal";
import type { Context } from "../../infra/http/endpoint";

export const alertParams = z.strictObject({ id: z.string() });
export const markBody = z.strictObject({ read: z.boolean() });
export const markedAlert = z.strictObject({ id: z.string(), read: z.boolean() });

export async function markAlert(
  alertId: string,
  read: boolean,
  context: Context<"business">,
): Promise<Refusal | z.output<typeof markedAlert>> {
  const marked = await context.execute(alerts, context.business.id, mark(context.business.id, alertId, read));
  return isRefusal(marked) ? marked : { id: alertId, read };
}
