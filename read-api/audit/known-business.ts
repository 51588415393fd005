/** Whether there is anything to tell of a business: its history, or what remains of it after its removal. */
import { historyStreams } from "../../domain/business-streams";
import { refuse, type Refusal } from "../../domain/refusals";
import type { EventLog } from "../../infra/event-log/event-log";

export async function isKnown(log: Pick<EventLog, "readStream">, businessId: string): Promise<boolean> {
  for (const stream of historyStreams(businessId))
    if ((await log.readStream(stream, { limit: 1 })).length > 0) return true;
  return false;
}

export const noSuchBusiness = (): Refusal => refuse("business_not_found", "There is no such business.");
