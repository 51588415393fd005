/** Tells beside the limits of requests what is left of the plan's quotas that an endpoint counts against. */
import { streamOf } from "../../domain/fold/aggregate";
import { isRefusal } from "../../domain/fold/refusal";
import type { CommandRunner } from "../command-runner/command-runner";
import type { Logger } from "../logging/logger";
import type { AccountContext, Principal } from "./endpoint";
import { Failure } from "./failure";
import type { Exchange } from "./handling";
import type { Once } from "./once";
import type { Services } from "./services";

/** How a quota stands, by the name that the plan has for it. */
export interface QuotaStanding {
  readonly name: string;
  readonly limit: number;
  readonly used: number;
  /** In seconds: the window within which it is counted, and until that ends. Absent where what exists is counted. */
  readonly window?: { readonly lasts: number; readonly left: number };
}

/** Whose quotas are looked at, and when. */
export interface QuotaLook {
  readonly account: AccountContext;
  readonly principal: Principal;
  readonly clientIp: string;
  readonly services: { readonly runner: Pick<CommandRunner, "load">; readonly standings: Services["standings"] };
  readonly now: Date;
}

export type QuotaStandings = (names: readonly string[], look: QuotaLook) => Promise<readonly QuotaStanding[]>;

/** States as a request saw them last, by stream. */
export type SeenStates = Map<string, Awaited<ReturnType<CommandRunner["load"]>>>;
export const noStates = (): SeenStates => new Map();

/** The same services; what their runner loads or leaves behind is in `seen`, so that nothing is read again to be told. */
export function noting(services: Services, seen: SeenStates): Services {
  const { runner } = services;
  const noted: CommandRunner = {
    async execute(aggregate, owner, decide, context) {
      const executed = await runner.execute(aggregate, owner, decide, context);
      // What refused it may have been decided since it was last seen.
      if (isRefusal(executed)) seen.delete(streamOf(aggregate, owner));
      else seen.set(streamOf(aggregate, owner), executed);
      return executed;
    },
    async load(aggregate, owner) {
      const loaded = await runner.load(aggregate, owner);
      seen.set(streamOf(aggregate, owner), loaded);
      return loaded;
    },
  };
  return { ...services, runner: noted };
}

/** What was seen, and what was not as it is now. */
const seenOr = (runner: CommandRunner, seen: SeenStates): Pick<CommandRunner, "load"> => ({
  load: (async (aggregate, owner) =>
    seen.get(streamOf(aggregate, owner)) ?? (await runner.load(aggregate, owner))) as CommandRunner["load"],
});

interface TellingParts {
  readonly services: Services;
  readonly quotaStandings: QuotaStandings;
  readonly logger: Logger;
}

/** `once`, whose answers and refusals tell of the quotas that the endpoint `uses`. */
export function tellingQuotas({ services, quotaStandings, logger }: TellingParts, once: Once): Once {
  const tell = async (names: readonly string[], exchange: Exchange, principal: Principal): Promise<void> => {
    if (!("account" in principal)) return;
    const { account } = principal;
    const runner = seenOr(services.runner, exchange.seen ?? noStates());
    const now = services.clock.now();
    const looked = { runner, standings: services.standings };
    const standings = await quotaStandings(names, {
      ...{ account, principal, clientIp: exchange.clientIp },
      ...{ services: looked, now },
    });
    join(exchange.headers, "ratelimit", standings.map(left));
    join(exchange.headers, "ratelimit-policy", standings.map(policy));
  };
  return async (exchange, principal, parsed) => {
    const { uses } = exchange.endpoint;
    if (uses === undefined) return once(exchange, principal, parsed);
    // What was done is done, whether or not it can be told what is left.
    const told = () =>
      tell(uses, exchange, principal).catch((err: unknown) => logger.warn({ err }, "What is left could not be told."));
    try {
      const answer = await once(exchange, principal, parsed);
      await told();
      return answer;
    } catch (error) {
      if (error instanceof Failure && error.status < 500) await told();
      throw error;
    }
  };
}

const left = ({ name, limit, used, window }: QuotaStanding) =>
  `"${name}";r=${Math.max(0, limit - used)}${window === undefined ? "" : `;t=${window.left}`}`;

const policy = ({ name, limit, window }: QuotaStanding) =>
  `"${name}";q=${limit}${window === undefined ? "" : `;w=${window.lasts}`}`;

function join(headers: Exchange["headers"], name: string, items: readonly string[]): void {
  headers[name] = [headers[name], ...items].filter((one) => one !== undefined).join(", ");
}
