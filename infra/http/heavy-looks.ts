/** Reads that go through a whole history, or a whole market, are taken in turn: one of an account at a time, few in all, and never so many that auditors find no room. */
import { createLine } from "../time/line";
import type { Clock } from "../time/clock";
import { TravellersTooMany } from "../time-travel/time-travel";
import { asksForPast } from "./as-of";
import type { Endpoint } from "./endpoint";
import { createTurns } from "./turns";

/** Of one account: a page of many reads has them all, and nobody else waits for more than one of them. */
const ACCOUNT_WAITING_MAX = 20;
const LINE_WAITING_MAX = 8;
const TENANTS_AT_ONCE = 2;
const ADMINISTRATORS_AT_ONCE = 1;
/** As many travel side by side as the guard lets through. */
export const TRAVELLERS_AT_ONCE = TENANTS_AT_ONCE + ADMINISTRATORS_AT_ONCE;
const TENANTS_PATIENCE_MS = 5_000;
/** Auditors wait for each other's proofs of long histories. */
const ADMINISTRATORS_PATIENCE_MS = 30_000;

type Declared = Pick<Endpoint, "kind" | "on" | "presentOnly" | "heavy" | "access">;

export const isHeavy = (endpoint: Declared, search: URLSearchParams): boolean =>
  endpoint.heavy === true || asksForPast(endpoint, search);

/** Rejects with TravellersTooMany where a line is full, or the wait in it is over. */
export type Guard = <Result>(endpoint: Declared, accountId: string, work: () => Promise<Result>) => Promise<Result>;

export function createGuard(clock: Clock): Guard {
  const tenants = door(clock, TENANTS_AT_ONCE, TENANTS_PATIENCE_MS);
  const administrators = door(clock, ADMINISTRATORS_AT_ONCE, ADMINISTRATORS_PATIENCE_MS);
  return ({ access }, accountId, work) => (access.by === "admin" ? administrators : tenants)(accountId, work);
}

function door(clock: Clock, atOnce: number, milliseconds: number) {
  const patience = { clock, milliseconds };
  const turns = createTurns(
    { waitingMax: ACCOUNT_WAITING_MAX, patience },
    () => new TravellersTooMany("This account waits for reads of much at this moment."),
  );
  const line = createLine(
    { atOnce, waitingMax: LINE_WAITING_MAX, patience },
    () => new TravellersTooMany("Too many wait for reads of much at this moment."),
  );
  return <Result>(accountId: string, work: () => Promise<Result>) => turns(accountId, () => line(work));
}
