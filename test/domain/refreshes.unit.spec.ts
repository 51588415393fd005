/** What a business may ask collectors for: once at a time, as often a day as its plan allows, and each request ends once. */
import { openRefresh, refreshes, requestRefresh, settleRefresh, type RefreshEvent } from "../../domain/refreshes";
import type { Collectable } from "../../domain/places/observation";
import { given } from "../support/given";

const NOON = "2026-03-01T12:00:00.000Z";
const NEXT_NOON = "2026-03-02T12:00:00.000Z";

const refresh = (refreshId: string, sections: Collectable[] = ["listing", "reviews"], placeId = "p1") => ({
  businessId: "b1",
  accountId: "a1",
  competitorId: "c1",
  placeId,
  refreshId,
  sections,
});
const requested = (refreshId: string, sections?: Collectable[], placeId?: string): RefreshEvent => ({
  type: "RefreshRequested",
  data: { ...refresh(refreshId, sections, placeId), requestedAt: NOON, expiresAt: NEXT_NOON },
});
const answered = (refreshId: string): RefreshEvent => ({ type: "RefreshAnswered", data: refresh(refreshId) });
const at = (now: string, quota = 2) => ({ now, quota });

describe("the refreshes of a business", () => {
  it("are asked for with a day to be answered in, and asking again joins", () => {
    given(refreshes, [])
      .when(requestRefresh(refresh("r1"), at(NOON)))
      .then([requested("r1")])
      .repeatsNothing();
  });

  it("join an open request that asks for more, and not one that asks for less or of another place", () => {
    const open = given(refreshes, [requested("r1")]);
    open.when(requestRefresh(refresh("r2", ["reviews"]), at(NOON))).then([]);
    open.when(requestRefresh(refresh("r2", ["enrichment"]), at(NOON))).then([requested("r2", ["enrichment"])]);
    open.when(requestRefresh(refresh("r2", undefined, "p2"), at(NOON))).then([requested("r2", undefined, "p2")]);
  });

  it("are as many a UTC day as the plan allows, and say when the next is possible", () => {
    const used = [requested("r1"), answered("r1"), requested("r2"), answered("r2")];
    given(refreshes, used)
      .when(requestRefresh(refresh("r3"), at(NOON)))
      .thenRefused("refresh_limit_reached", {
        quota: { name: "refreshesPerDay", limit: 2, used: 2, resetSeconds: 12 * 3_600 },
        retryAfterSeconds: 12 * 3_600,
      });
    given(refreshes, used)
      .when(requestRefresh(refresh("r3"), at("2026-03-02T00:00:00.000Z")))
      .then([
        {
          type: "RefreshRequested",
          data: {
            ...refresh("r3"),
            requestedAt: "2026-03-02T00:00:00.000Z",
            expiresAt: "2026-03-03T00:00:00.000Z",
          },
        },
      ]);
  });

  it("count from one again on the next day", () => {
    const nextDay: RefreshEvent = {
      type: "RefreshRequested",
      data: { ...refresh("r3"), requestedAt: NEXT_NOON, expiresAt: "2026-03-03T12:00:00.000Z" },
    };
    given(refreshes, [requested("r1"), answered("r1"), requested("r2"), answered("r2"), nextDay])
      .when(requestRefresh(refresh("r4", ["enrichment"]), at(NEXT_NOON)))
      .then([
        {
          type: "RefreshRequested",
          data: { ...refresh("r4", ["enrichment"]), requestedAt: NEXT_NOON, expiresAt: "2026-03-03T12:00:00.000Z" },
        },
      ]);
  });

  it("count nothing where a request joins an open one, also when the limit is reached", () => {
    given(refreshes, [requested("r1"), requested("r2", ["enrichment"])])
      .when(requestRefresh(refresh("r3"), at(NOON)))
      .then([]);
  });

  it("are open until they are answered or their time is over, whoever says so first", () => {
    const open = given(refreshes, [requested("r1")]);
    expect(openRefresh(open.state, "p1", ["listing"], NOON)?.refreshId).toBe("r1");
    expect(openRefresh(open.state, "p1", ["listing"], NEXT_NOON)).toBeUndefined();
    expect(openRefresh(given(refreshes, [requested("r1"), answered("r1")]).state, "p1", ["listing"], NOON)).toBe(
      undefined,
    );
  });

  it("end once, one way or the other", () => {
    const open = given(refreshes, [requested("r1")]);
    open
      .when(settleRefresh("r1", "answered"))
      .then([answered("r1")])
      .repeatsNothing();
    const expired = open.when(settleRefresh("r1", "expired"));
    expired.then([{ type: "RefreshExpired", data: refresh("r1") }]);
    expect(settleRefresh("r1", "answered")(expired.state)).toEqual([]);
    given(refreshes, []).when(settleRefresh("r1", "answered")).then([]);
  });
});
