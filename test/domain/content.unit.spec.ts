/** The drafts of a business: as many a UTC day as its plan allows, three refinements of each free, and nothing lost to what failed. */
import fc from "fast-check";
import {
  content,
  contentUsed,
  recentRoot,
  openContent,
  requestContent,
  settleContent,
  type ContentEvent,
} from "../../domain/content";
import { isRefusal } from "../../domain/fold/refusal";
import { given } from "../support/given";
import { writtenContent } from "../support/written-content";

const NOON = "2026-03-01T12:00:00.000Z";
const NEXT_DAY = "2026-03-02T00:00:00.000Z";
const ids = { businessId: "b1", accountId: "a1" };
const idsOf = (requestId: string, n: number) => Array.from({ length: n }, (_one, at) => `${requestId}.${at}`);
const ask = (
  requestId: string,
  { n = 1, refines = null as string | null, rootId = null as string | null, now = NOON, quota = 5 } = {},
) =>
  requestContent(
    {
      ...ids,
      requestId,
      generationIds: idsOf(requestId, n),
      refines: refines === null ? null : { id: refines, rootId: rootId ?? refines },
    },
    { now, quota },
  );
const later = (now: string, minutes: number) => new Date(Date.parse(now) + minutes * 60_000).toISOString();

const requested = (requestId: string, { n = 1, free = 0, refines = null as string | null, now = NOON } = {}) =>
  ({
    type: "ContentRequested",
    data: {
      ...{ ...ids, requestId, generationIds: idsOf(requestId, n), refinedId: refines, free },
      ...{ day: now.slice(0, 10), requestedAt: now, expiresAt: later(now, 5) },
    },
  }) as const satisfies ContentEvent;
const generated = (requestId: string, n = 1, generatedAt = NOON) =>
  writtenContent({ ...ids, requestId }, idsOf(requestId, n), generatedAt);
const failed = (requestId: string) =>
  ({ type: "ContentFailed", data: { ...ids, requestId, reason: "generation" } }) as const satisfies ContentEvent;

describe("the drafts of a business", () => {
  it("are reserved before anything is written, and asking again under the same id reserves nothing", () => {
    given(content, [])
      .when(ask("r1", { n: 3 }))
      .then([requested("r1", { n: 3 })])
      .repeatsNothing();
  });

  it("are as many a UTC day as the plan allows, reserved ones among them; all variations or none", () => {
    const state = given(content, [requested("r1", { n: 3 }), generated("r1", 3), requested("r2")]);
    state.when(ask("r3", { n: 2 })).thenRefused("content_limit_reached", {
      quota: { name: "contentStudioDaily", limit: 5, used: 4, resetSeconds: 12 * 3_600 },
      retryAfterSeconds: 12 * 3_600,
    });
    state.when(ask("r3")).then([requested("r3")]);
    state.when(ask("r3", { n: 5, now: NEXT_DAY })).then([requested("r3", { n: 5, now: NEXT_DAY })]);
  });

  it("give back what failed, and what nobody answered in time", () => {
    const full = requested("r1", { n: 5 });
    given(content, [full, failed("r1")])
      .when(ask("r2", { n: 5 }))
      .then([requested("r2", { n: 5 })]);
    given(content, [full])
      .when(ask("r2", { now: later(NOON, 4) }))
      .thenRefused("content_limit_reached");
    given(content, [full])
      .when(ask("r2", { now: later(NOON, 5) }))
      .then([requested("r2", { now: later(NOON, 5) })]);
  });

  it("do not give back what the model was paid for, of which free refinements are used first", () => {
    const paid = { ...failed("r2"), data: { ...failed("r2").data, used: 3 } };
    const first = [requested("r1"), generated("r1"), requested("r2", { n: 4, free: 2, refines: "r1.0" }), paid];
    const { state } = given(content, first);
    expect(contentUsed(state, NOON)).toBe(2);
    expect([...state.freed]).toEqual([["r1.0", 2]]);
  });

  it("are not kept when they come too late, because their units may be another's by then", () => {
    const state = given(content, [requested("r1", { n: 5 })]);
    state.when(settleContent(generated("r1", 5), later(NOON, 4))).then([generated("r1", 5)]);
    state.when(settleContent(generated("r1", 5), later(NOON, 5))).thenRefused("content_request_expired");
    state.when(settleContent(failed("r1"), later(NOON, 5))).then([]);
    given(content, [requested("r1"), failed("r1")])
      .when(settleContent(generated("r1"), NOON))
      .thenRefused("content_request_expired");
  });

  it("are refined three times a source and UTC day without a unit; each variation is one of them", () => {
    const first = [requested("r1", { n: 2 }), generated("r1", 2)];
    const refines = "r1.0";
    given(content, first)
      .when(ask("r2", { n: 2, refines }))
      .then([requested("r2", { n: 2, free: 2, refines })]);
    const twice = [...first, requested("r2", { n: 2, free: 2, refines }), generated("r2", 2)];
    given(content, twice)
      .when(ask("r3", { n: 3, refines }))
      .then([requested("r3", { n: 3, free: 1, refines })]);
    given(content, twice)
      .when(ask("r3", { n: 3, refines: "r1.1" }))
      .then([requested("r3", { n: 3, free: 3, refines: "r1.1" })]);
    const thrice = [...twice, requested("r3", { refines, free: 1 })];
    given(content, thrice)
      .when(ask("r4", { refines }))
      .then([requested("r4", { refines })]);
    given(content, [...thrice, failed("r3")])
      .when(ask("r4", { refines }))
      .then([requested("r4", { free: 1, refines })]);
    given(content, thrice)
      .when(ask("r4", { refines, now: NEXT_DAY }))
      .then([requested("r4", { refines, free: 1, now: NEXT_DAY })]);
  });

  it("count for the day on which they were asked for, also when they are written on the next", () => {
    const before = "2026-03-01T23:58:00.000Z";
    const { state } = given(content, [
      requested("r1", { n: 4, now: before }),
      requested("r2", { now: NEXT_DAY }),
      generated("r1", 4, NEXT_DAY),
    ]);
    expect(contentUsed(state, NEXT_DAY)).toBe(1);
    // A process whose clock is behind asks for the day that has begun.
    expect(contentUsed(state, before)).toBe(1);
  });

  it("are known once they are written", () => {
    const { state } = given(content, [requested("r1", { n: 2 }), generated("r1", 2), requested("r2")]);
    expect(["r1.0", "r1.1", "r2.0"].map((id) => recentRoot(state, id))).toEqual(["r1.0", "r1.1", undefined]);
  });

  it("have three free refinements a chain, however long it is: what a free one gave is no source with three of its own", () => {
    let state = given(content, [requested("r0"), generated("r0")]).state;
    let free = 0;
    let source = "r0.0";
    for (let at = 1; at <= 8; at += 1) {
      const rootId = recentRoot(state, source);
      const decided = ask(`r${at}`, { refines: source, ...(rootId === undefined ? {} : { rootId }), quota: 3 })(state);
      if (isRefusal(decided)) continue;
      const written = decided.reduce(content.evolve, state);
      const settled = settleContent(generated(`r${at}`), NOON)(written);
      if (isRefusal(settled)) throw new Error(settled.message);
      state = settled.reduce(content.evolve, written);
      for (const event of decided) if (event.type === "ContentRequested") free += event.data.free;
      source = `r${at}.0`;
      expect(settled).toMatchObject([{ data: { rootId: "r0.0" } }]);
    }
    expect([free, contentUsed(state, NOON), recentRoot(state, source)]).toEqual([3, 3, "r0.0"]);
  });
});

/** A move of the world: somebody asks, an answer comes in, or time goes by. */
const move = fc.oneof(
  fc.record({ kind: fc.constant("ask" as const), n: fc.integer({ min: 1, max: 5 }), source: fc.option(fc.nat(2)) }),
  fc.record({ kind: fc.constant("settle" as const), which: fc.nat(5), fails: fc.boolean() }),
  fc.record({ kind: fc.constant("wait" as const), minutes: fc.integer({ min: 1, max: 400 }) }),
);

test("whatever is asked, fails, comes late or is abandoned, no UTC day gives more than the quota and three free refinements a source", () => {
  const quota = 7;
  fc.assert(
    fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
      let [state, now, next] = [content.initial, NOON, 0];
      const kept = new Map<string, { day: string; units: number; free: number; source: string | null }>();
      const requests = new Map<string, { day: string; units: number; free: number; source: string | null }>();
      for (const one of moves) {
        if (one.kind === "wait") now = later(now, one.minutes);
        else if (one.kind === "ask") {
          const requestId = `r${(next += 1)}`;
          const decided = ask(requestId, {
            n: one.n,
            refines: one.source === null ? null : `s${one.source}`,
            now,
            quota,
          })(state);
          if (isRefusal(decided)) {
            expect(contentUsed(state, now) + one.n).toBeGreaterThan(quota);
            continue;
          }
          for (const event of decided) {
            if (event.type === "ContentRequested")
              requests.set(requestId, {
                ...{ day: event.data.day, units: one.n - event.data.free, free: event.data.free },
                source: event.data.refinedId,
              });
            state = content.evolve(state, event);
          }
        } else {
          const requestId = [...requests.keys()].at(-1 - one.which) ?? "r0";
          const outcome = one.fails ? failed(requestId) : generated(requestId);
          const decided = settleContent(outcome, now)(state);
          if (isRefusal(decided) || decided.length === 0) {
            expect(openContent(state, requestId, now)).toBeUndefined();
            continue;
          }
          expect(kept.has(requestId)).toBe(false);
          const request = requests.get(requestId);
          if (!one.fails && request !== undefined) kept.set(requestId, request);
          for (const event of decided) state = content.evolve(state, event);
        }
        const today = [...kept.values()].filter(({ day }) => day === now.slice(0, 10));
        const used = today.reduce((all, { units }) => all + units, 0);
        expect(used).toBeLessThanOrEqual(contentUsed(state, now));
        expect(contentUsed(state, now)).toBeLessThanOrEqual(quota);
        for (const source of ["s0", "s1", "s2"]) {
          const free = today.filter((each) => each.source === source).reduce((all, each) => all + each.free, 0);
          expect(free).toBeLessThanOrEqual(3);
        }
      }
    }),
    { numRuns: 300 },
  );
});
