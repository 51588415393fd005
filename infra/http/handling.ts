/** Gives the handler its context and makes an answer of what it returns. */
import { isRefusal } from "../../domain/fold/refusal";
import type { Moment } from "../time-travel/time-travel";
import { answerWith } from "./answers";
import { accountOf, type Arriving } from "./authentication";
import type { AccountContext, Context, Principal } from "./endpoint";
import { demandedRevision } from "./entity-tags";
import { errorAnswer, refusedFailure, type RefusalForms } from "./error-answers";
import { executeFor, type Progress } from "./execute";
import { Failure } from "./failure";
import { isHeavy } from "./heavy-looks";
import type { HttpAnswer } from "./message";
import { noStates, noting, type SeenStates } from "./quota-headers";
import { type BoundCursors, createCursors, type Cursors } from "./paging";
import { answeringAsOf, type PastParts } from "./past";
import type { ParsedRequest } from "./request-input";
import type { Services } from "./services";
import { waitedFor } from "./waited-for";
import { boundLook } from "./witness";

/** One request on its way. `headers` join whatever the answer will be. */
export interface Exchange extends Arriving {
  readonly requestId: string;
  readonly headers: Record<string, string | readonly string[]>;
  principal?: Principal;
  /** When the look began that this request goes on with; absent where it begins one. */
  lookBegan?: Date;
  /** What it saw of states, where its endpoint `uses` quotas. */
  seen?: SeenStates;
  /** What the handler has written, once it runs. */
  progress?: Progress;
}

export interface HandlingParts extends PastParts, RefusalForms {
  readonly services: Services;
  /** Signs cursors. */
  readonly key: Uint8Array;
  /** How often the log has moved: cursors from before a move lead nowhere. */
  readonly logMoves: number;
}

/** Runs the handler of a request that passed every check; `commandId` names what it writes. */
export type Handle = (
  exchange: Exchange,
  principal: Principal,
  parsed: ParsedRequest,
  commandId: string,
) => Promise<HttpAnswer>;

export function handling(parts: HandlingParts): Handle {
  const { key, callerThen, logMoves } = parts;
  const cursors = createCursors(key, parts.services.clock, logMoves);
  const answerAsOf = answeringAsOf({ callerThen });
  return async (exchange, principal, { input, dryRun, asOf }, commandId) => {
    const { endpoint, request, requestId, clientIp } = exchange;
    const writes = endpoint.kind === "command" && endpoint.method !== "POST";
    const expectedRevision = writes ? demandedRevision(request.headers["if-match"]) : undefined;
    const progress: Progress = (exchange.progress = {});
    const services =
      endpoint.uses === undefined ? parts.services : noting(parts.services, (exchange.seen = noStates()));
    const account: AccountContext | null = endpoint.on === "none" ? null : accountOf(principal);
    const context: Context = {
      requestId,
      now: services.clock.now(),
      clientIp,
      principal,
      account,
      business: endpoint.on === "business" ? (account?.activeBusiness ?? null) : null,
      services: isHeavy(endpoint, request.search) ? waitedFor(services, request.closed) : services,
      read: services.read,
      askJson: services.askJson,
      cursors: cursorsOf(cursors, exchange, principal, asOf),
      dryRun,
      execute: executeFor({ endpoint, principal, requestId, commandId, dryRun, expectedRevision }, services, progress),
    };
    const answerIn = async (told: Context): Promise<HttpAnswer> => {
      const result: unknown = await endpoint.handle(input, told);
      if (isRefusal(result)) {
        if (result.refused === "revision_mismatch") throw preconditionFailed();
        return errorAnswer(refusedFailure(result, endpoint, parts), requestId, request);
      }
      return answerWith(endpoint, request, result, progress, dryRun);
    };
    return asOf === undefined ? answerIn(context) : answerAsOf(exchange, asOf, context, answerIn);
  };
}

/** A page goes on with what it is a page of: for the same caller and business, at the same moment, within the same look. */
export function cursorsOf(
  cursors: Cursors,
  { endpoint, request, lookBegan }: Pick<Exchange, "endpoint" | "request" | "lookBegan">,
  principal: Principal,
  asOf?: Moment,
): BoundCursors {
  const account = accountOf(principal);
  const business = endpoint.on === "business" ? account?.activeBusiness?.id : undefined;
  const owner = [
    endpoint.id,
    account?.id ?? principal.id,
    ...(business === undefined ? [] : [business]),
    ...boundLook(endpoint, request),
    ...(asOf === undefined ? [] : [JSON.stringify(asOf)]),
  ];
  return cursors.bind(owner, lookBegan);
}

const preconditionFailed = () =>
  new Failure(412, "precondition_failed", "It was changed since the revision that If-Match names.");
