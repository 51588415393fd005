/** A business asks nobody twice within a month, no more a day than its plan allows, and what was never sent was not asked. */
import {
  noteProgress,
  requestReview,
  resubscribe,
  unsubscribe,
  reviewRequests,
  wantsNothing,
  type ReviewRequest,
  type ReviewRequestEvent,
  type ReviewRequestFailure,
} from "../../domain/review-requests";
import { given } from "../support/given";

const NOON = "2026-03-01T12:00:00.000Z";
const DAY_MS = 86_400_000;
const after = (days: number) => new Date(Date.parse(NOON) + days * DAY_MS).toISOString();
const ids = (requestId: string) => ({ businessId: "b1", accountId: "a1", requestId });
const request = (
  requestId: string,
  person: string[] = [`${requestId}@example.com`],
): Omit<ReviewRequest, "requestedAt"> => ({
  ...ids(requestId),
  contactId: null,
  channel: "email",
  recipient: person[0] ?? "",
  person,
  subject: "How was it?",
  text: "Tell us",
  phoneNumberId: null,
  delivery: "queued",
});
const requested = (requestId: string, person?: string[], requestedAt = NOON): ReviewRequestEvent => ({
  type: "ReviewRequested",
  data: { ...request(requestId, person), requestedAt },
});
const sent = (requestId: string): ReviewRequestEvent => ({ type: "ReviewRequestSent", data: ids(requestId) });
const delivered = (requestId: string): ReviewRequestEvent => ({ type: "ReviewRequestDelivered", data: ids(requestId) });
const failed = (requestId: string, reason: ReviewRequestFailure = "undelivered"): ReviewRequestEvent => ({
  type: "ReviewRequestFailed",
  data: { ...ids(requestId), reason },
});
const at = (now: string, quota = 2) => ({ now, quota });
const KARI = ["kari@example.com", "+12025550143"];

describe("the review requests of a business", () => {
  it("are made once", () => {
    given(reviewRequests, [])
      .when(requestReview(request("r1"), at(NOON)))
      .then([requested("r1")])
      .repeatsNothing();
  });

  it("ask nobody again within thirty days, by whichever address or number", () => {
    const asked = given(reviewRequests, [requested("r1", KARI), sent("r1")]);
    for (const person of [["kari@example.com"], ["+12025550143", "kari@home.example"]])
      asked
        .when(requestReview(request("r2", person), at(after(29.9), 9)))
        .thenRefused("asked_recently", { reviewRequestId: "r1", againAt: after(30) });
    asked.when(requestReview(request("r2", KARI), at(after(30), 9))).then([requested("r2", KARI, after(30))]);
  });

  it("go to nobody who wanted no more, by whichever address or number, however long ago", () => {
    const told = { ...ids("r1"), recipient: "kari@example.com" };
    const unsubscribed: ReviewRequestEvent = { type: "CustomerUnsubscribed", data: { ...ids("r1"), person: KARI } };
    given(reviewRequests, [requested("r1", KARI), sent("r1")])
      .when(unsubscribe(told))
      .then([unsubscribed])
      .repeatsNothing();
    const refusing = given(reviewRequests, [requested("r1", KARI), sent("r1"), unsubscribed]);
    for (const person of [["kari@example.com"], ["+12025550143", "kari@home.example"]])
      refusing.when(requestReview(request("r2", person), at(after(900), 9))).thenRefused("recipient_opted_out");
    refusing.when(requestReview(request("r2"), at(NOON))).then([requested("r2")]);
    // What asked them is remembered no more: they are who it was sent to.
    given(reviewRequests, [])
      .when(unsubscribe(told))
      .then([{ type: "CustomerUnsubscribed", data: { ...ids("r1"), person: [told.recipient] } }]);
  });

  it("go again to who took that back, by all that they had said it of, and to nobody else who had said it", () => {
    const told = { ...ids("r1"), recipient: "kari@example.com" };
    const no = (requestId: string, person: string[]): ReviewRequestEvent => ({
      type: "CustomerUnsubscribed",
      data: { ...ids(requestId), person },
    });
    const again: ReviewRequestEvent = { type: "CustomerResubscribed", data: { ...ids("r1"), person: KARI } };
    const asked = [requested("r1", KARI), requested("r2"), no("r1", KARI), no("r2", ["r2@example.com"])];
    given(reviewRequests, asked).when(resubscribe(told)).then([again]).repeatsNothing();
    const taken = given(reviewRequests, [...asked, again]);
    for (const person of [["kari@example.com"], ["+12025550143"]])
      taken.when(requestReview(request("r3", person), at(after(31), 9))).then([requested("r3", person, after(31))]);
    taken.when(requestReview(request("r3", ["r2@example.com"]), at(after(31), 9))).thenRefused("recipient_opted_out");
    // Who may be asked can say no again.
    taken.when(unsubscribe(told)).then([no("r1", KARI)]);
    given(reviewRequests, [requested("r1", KARI)])
      .when(resubscribe(told))
      .then([]);
    // What asked them is remembered no more: what they said is.
    given(reviewRequests, [no("r1", KARI)])
      .when(resubscribe(told))
      .then([again]);
  });

  it("are declined, and allowed again, by the link of either of two mails, as the newer one knew whom it asked", () => {
    const [mail = "", phone = ""] = KARI;
    const older = { ...ids("r1"), recipient: mail };
    const newer = { ...ids("r2"), recipient: mail };
    // Before the second mail they were known by their address alone.
    const both = [requested("r1", [mail]), sent("r1"), requested("r2", KARI, after(31)), sent("r2")];
    for (const one of [older, newer])
      for (const other of [older, newer]) {
        const data = { businessId: "b1", accountId: "a1", person: KARI };
        const no: ReviewRequestEvent = { type: "CustomerUnsubscribed", data: { ...data, requestId: one.requestId } };
        const yes: ReviewRequestEvent = { type: "CustomerResubscribed", data: { ...data, requestId: other.requestId } };
        given(reviewRequests, both).when(unsubscribe(one)).then([no]).repeatsNothing();
        const declined = given(reviewRequests, [...both, no]);
        declined.when(requestReview(request("r3", [phone]), at(after(62)))).thenRefused("recipient_opted_out");
        declined.when(resubscribe(other)).then([yes]).repeatsNothing();
        const allowed = given(reviewRequests, [...both, no, yes]);
        allowed.when(requestReview(request("r3", KARI), at(after(62)))).then([requested("r3", KARI, after(62))]);
        expect([declined, allowed].map(({ state }) => [older, newer].map((link) => wantsNothing(state, link)))).toEqual(
          [
            [true, true],
            [false, false],
          ],
        );
      }
  });

  it("are as many a UTC day as the plan allows", () => {
    given(reviewRequests, [requested("r1"), requested("r2")])
      .when(requestReview(request("r3"), at(NOON)))
      .thenRefused("review_request_limit_reached", {
        quota: { name: "reviewRequestsPerDay", limit: 2, used: 2, resetSeconds: 12 * 3_600 },
        retryAfterSeconds: 12 * 3_600,
      });
  });

  it.each(["refused", "undelivered", "gave_up"] as const)(
    "that failed after they were handed over, as %s, are not given back: every attempt counts, and the person may have read it",
    (reason) => {
      const tried = given(reviewRequests, [requested("r1", KARI), requested("r2"), failed("r1", reason)]);
      tried.when(requestReview(request("r3"), at(NOON))).thenRefused("review_request_limit_reached");
      tried.when(requestReview(request("r3", KARI), at(NOON, 9))).thenRefused("asked_recently");
    },
  );

  it("that failed before anything was sent are given back: to the day's quota, where it is that day still, and to whoever was not asked", () => {
    given(reviewRequests, [requested("r1", KARI), requested("r2"), failed("r1", "not_configured")])
      .when(requestReview(request("r3", KARI), at(NOON)))
      .then([requested("r3", KARI)]);
    const later = [requested("r1", KARI), requested("r2", undefined, after(1)), requested("r3", undefined, after(1))];
    given(reviewRequests, [...later, failed("r1", "not_configured")])
      .when(requestReview(request("r4", KARI), at(after(1))))
      .thenRefused("review_request_limit_reached");
  });

  it("that arrived although they were thought to have failed count as asked", () => {
    given(reviewRequests, [requested("r1", KARI), failed("r1", "number_not_usable"), delivered("r1")])
      .when(requestReview(request("r2", KARI), at(NOON)))
      .thenRefused("asked_recently");
  });

  it("that failed before anything was sent leave whom the ones before them asked, as those knew them", () => {
    const [mail = "", phone = ""] = KARI;
    const told = { ...ids("r1"), recipient: mail };
    // The second mail told of the number, and by the link of the first nothing is said of it once it is forgotten.
    const twice = [requested("r1", [mail]), sent("r1"), requested("r2", KARI, after(31)), sent("r2")];
    const inVain = [requested("r3", [mail], after(62)), failed("r3", "not_configured")];
    given(reviewRequests, [...twice, ...inVain])
      .when(unsubscribe(told))
      .then([{ type: "CustomerUnsubscribed", data: { ...ids("r1"), person: [mail, phone] } }]);
  });

  it("that arrived late leave who was asked after them asked no more within a month of that", () => {
    const late = [requested("r1", KARI), failed("r1", "number_not_usable"), requested("r2", KARI, after(3))];
    const asked = given(reviewRequests, [...late, delivered("r1")]);
    asked
      .when(requestReview(request("r3", KARI), at(after(31))))
      .thenRefused("asked_recently", { reviewRequestId: "r2", againAt: after(33) });
    // Where the newer one was never sent, the older one was read all the same.
    given(reviewRequests, [...late, delivered("r1"), failed("r2", "not_configured")])
      .when(requestReview(request("r3", KARI), at(after(29))))
      .thenRefused("asked_recently", { reviewRequestId: "r1", againAt: after(30) });
  });

  it("go forward alone: from queued over sent to their end, and what is told twice or late changes nothing", () => {
    const toSent = noteProgress("b1", "r1", { status: "sent" });
    const toDelivered = noteProgress("b1", "r1", { status: "delivered" });
    const toFailed = noteProgress("b1", "r1", { status: "failed", reason: "undelivered" });
    const begun = [requested("r1")];
    given(reviewRequests, begun)
      .when(toSent)
      .then([sent("r1")])
      .repeatsNothing();
    given(reviewRequests, [...begun, sent("r1")])
      .when(toDelivered)
      .then([delivered("r1")])
      .repeatsNothing();
    given(reviewRequests, [...begun, sent("r1")])
      .when(toFailed)
      .then([failed("r1")])
      .repeatsNothing();
    given(reviewRequests, [...begun, failed("r1")])
      .when(toSent)
      .then([]);
    given(reviewRequests, [...begun, failed("r1")])
      .when(toDelivered)
      .then([delivered("r1")]);
    given(reviewRequests, [...begun, delivered("r1")])
      .when(toFailed)
      .then([]);
    given(reviewRequests, []).when(toSent).then([]);
  });

  it("that were only recorded stay so", () => {
    const recorded = { ...request("r1"), delivery: "recorded" as const, requestedAt: NOON };
    given(reviewRequests, [{ type: "ReviewRequested", data: recorded }])
      .when(noteProgress("b1", "r1", { status: "sent" }))
      .then([]);
  });
});
