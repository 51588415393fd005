/** Telling what is left of a quota changes nothing about what was done, or failed. */
import type { Endpoint, Principal } from "../../../infra/http/endpoint";
import { Failure } from "../../../infra/http/failure";
import type { Exchange } from "../../../infra/http/handling";
import type { Once } from "../../../infra/http/once";
import { type QuotaStandings, tellingQuotas } from "../../../infra/http/quota-headers";
import type { ParsedRequest } from "../../../infra/http/request-input";
import type { Services } from "../../../infra/http/services";
import { createLogger } from "../../../infra/logging/logger";
import { TestClock } from "../../support/test-clock";

const account = { id: "a", plan: "growth", email: "ada@example.com", admin: false, activeBusiness: null };
const caller: Principal = { kind: "session", id: "s", account };
const done = { status: 201, headers: {}, body: "{}" };
const logger = createLogger({ level: "fatal" });
const known: QuotaStandings = async ([name = ""]) => [{ name, limit: 3, used: 5, window: { lasts: 86_400, left: 60 } }];

async function answered(once: Once, quotaStandings: QuotaStandings, principal = caller, uses = ["notesPerDay"]) {
  const services = { clock: new TestClock() } as unknown as Services;
  const exchange = { endpoint: { uses } as unknown as Endpoint, clientIp: "::1", headers: {} } as Exchange;
  const telling = tellingQuotas({ services, quotaStandings, logger }, once);
  const outcome = await telling(exchange, principal, {} as ParsedRequest).catch((error: unknown) => error);
  return { outcome, headers: exchange.headers };
}

test("what is used beyond the limit, as after a change of plan, leaves nothing, and never less", async () => {
  const { outcome, headers } = await answered(async () => done, known);
  expect([outcome, headers]).toEqual([
    done,
    { ratelimit: '"notesPerDay";r=0;t=60', "ratelimit-policy": '"notesPerDay";q=3;w=86400' },
  ]);
});

test("where it cannot be read what is left, the answer is the same", async () => {
  const away: QuotaStandings = () => Promise.reject(new Error("The log is away."));
  expect(await answered(async () => done, away)).toEqual({ outcome: done, headers: {} });
});

test("a refusal tells it, and what went wrong on our side does not ask for it", async () => {
  const failing = async (status: number) => {
    const standings = jest.fn(known);
    const failure = new Failure(status, "refused", "No.");
    const { outcome, headers } = await answered(() => Promise.reject(failure), standings);
    expect(outcome).toBe(failure);
    return [standings.mock.calls.length, headers["ratelimit"]];
  };
  expect(await failing(429)).toEqual([1, '"notesPerDay";r=0;t=60']);
  expect(await failing(503)).toEqual([0, undefined]);
});
