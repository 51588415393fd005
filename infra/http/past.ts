/** Answers a read as it was: its own handler, on private copies of its tables, in a context that knows nothing of the present. */
import type { Moment } from "../time-travel/time-travel";
import { AS_OF, AS_OF_HEADER } from "./as-of";
import type { AccountContext, BusinessContext, Context, Principal } from "./endpoint";
import { Failure } from "./failure";
import type { Exchange } from "./handling";
import { isStreamed, type HttpAnswer } from "./message";
import { travelling } from "./moments";
import type { Services } from "./services";

/** The caller's account and business as they were; null where there was no such business, or it was deleted. */
export type CallerThen = (
  account: AccountContext,
  business: BusinessContext,
  moment: Moment,
) => Promise<{ readonly account: AccountContext; readonly business: BusinessContext } | null>;

export interface PastParts {
  readonly callerThen: CallerThen;
}

/** `answer` makes an answer in the context that it is given. */
export type AnswerAsOf = (
  exchange: Exchange,
  moment: Moment,
  present: Context,
  answer: (past: Context) => Promise<HttpAnswer>,
) => Promise<HttpAnswer>;

export function answeringAsOf({ callerThen }: PastParts): AnswerAsOf {
  return async ({ endpoint, headers }, moment, present, answer) => {
    const { account, business, services } = present;
    if (account === null || business === null) throw new Error(`The endpoint ${endpoint.id} has no business.`);
    const travel = () =>
      services.timeTravel.query(business.id, moment, endpoint.reads ?? [], async ({ read, askJson, now, reached }) => {
        headers[AS_OF_HEADER] = String(reached.position);
        const then = await callerThen(account, business, moment);
        if (then === null) throw new Failure(404, "no_active_business", "There was no such business at that moment.");
        const principal = { ...present.principal, account: then.account } as Principal;
        const past = {
          ...present,
          ...then,
          principal,
          read,
          askJson,
          now,
          services: stillTrue(services),
          execute: unwritable,
        };
        const answered = await answer(past);
        // It would be written when the copies are gone.
        if (isStreamed(answered.body)) throw new Error(`The endpoint ${endpoint.id} streams what is past.`);
        return answered;
      });
    return travelling({ [AS_OF]: moment }, travel);
  };
}

const unwritable = () => Promise.reject(new Error("A read of the past tried to write."));

/**
 * For how long texts may be shown is counted until today, whatever moment is asked about. Who carries messages is a setting
 * that has no past, nor has the address of a shared chart, which follows from its id.
 */
const STILL_TRUE: readonly PropertyKey[] = [
  ...(["clock", "reviewTextDays", "sms", "mail", "embedTokens", "publicUrl"] satisfies (keyof Services)[]),
];

/** Whatever else the service has tells of the present, so that a handler that takes hold of it is a defect. */
const stillTrue = (services: Services): Services =>
  new Proxy(services, {
    get(all, name: keyof Services) {
      if (STILL_TRUE.includes(name)) return all[name];
      throw new Error(`services.${name} tells of the present, and was asked about the past.`);
    },
  });
