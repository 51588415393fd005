/** Who a caller was at a moment, from the log: the plan of the account, and the business where it was there to act on. */
import { accounts } from "../../../domain/accounts";
import { businesses } from "../../../domain/businesses";
import { streamName, type Aggregate } from "../../../domain/fold/aggregate";
import type { AnyEvent } from "../../../domain/fold/event";
import type { EventLog } from "../../event-log/event-log";
import { mergedStreams } from "../../event-log/merged-streams";
import type { CallerThen } from "../../http/past";
import { isPast } from "../../time-travel/past-events";
import type { Moment } from "../../time-travel/time-travel";

type Log = Pick<EventLog, "readStream">;

/** Rights are those of today; all else that an answer tells of its caller is of the moment. */
export const createCallerThen =
  (log: Log): CallerThen =>
  async (account, { id }, moment) => {
    const [owner, business] = await Promise.all([
      stateAt(log, accounts, account.id, moment),
      stateAt(log, businesses, id, moment),
    ]);
    if (business.status !== "active") return null;
    const { plan } = owner.status === "registered" ? owner : account;
    return { account: { ...account, plan }, business: { id, name: business.profile.name } };
  };

async function stateAt<State, Event extends AnyEvent>(
  log: Log,
  { category, initial, evolve }: Aggregate<State, Event>,
  owner: string,
  moment: Moment,
): Promise<State> {
  let state = initial;
  for await (const event of mergedStreams(log, [streamName(category, owner)])) {
    if (isPast(moment, event)) break;
    state = evolve(state, event as unknown as Event);
  }
  return state;
}
