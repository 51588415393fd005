/** How a registration is followed: one look at a time, timers of its episode alone, and each status told of once. */
import type { ComplianceEvent } from "../../domain/compliance";
import { CHECK_HOURS } from "../../domain/compliance-schedule";
import { alertTypes } from "../../domain/event-types";
import type { Intent } from "../../infra/process-manager/process-manager";
import { smsCompliance, type AdvanceIntent, type Advanced, type NoticeIntent } from "../../processors/sms-compliance";
import { givenProcess } from "../support/given-process";

const HOUR_MS = 3_600_000;
const submittedAt = "2026-02-01T00:00:00.000Z";
const after = (hours: number, from = submittedAt) => new Date(Date.parse(from) + hours * HOUR_MS).toISOString();
const ids = { businessId: "b1", accountId: "a1", registrationId: "r1", phoneNumberId: "n1" };

/** Events come with the time at which they were recorded. */
function at(event: ComplianceEvent, occurredAt = submittedAt): ComplianceEvent {
  const recorded = { ...event, metadata: { occurredAt } };
  return recorded;
}
const submitted = (episode = 1, when = submittedAt) =>
  at({ type: "ComplianceSubmitted", data: { ...ids, episode, before: "draft", submittedAt: when } }, when);
const said = { ...ids, episode: 1, before: "pending_review", reviewedAt: null } as const;
const approved = at({ type: "ComplianceApproved", data: said }, after(2));
const rejected = at({ type: "ComplianceRejected", data: { ...said, reasons: [] } }, after(2));
const actionRequired = at({ type: "ComplianceActionRequired", data: { ...said, reasons: [] } }, after(2));
const expired = at({ type: "ComplianceExpired", data: { ...said, reasons: [] } }, after(2));
const reopened = at({ type: "ComplianceReviewReopened", data: { ...said, before: "rejected" } }, after(80));
const callback = at({ type: "ComplianceCallbackNoted", data: { ...ids, episode: 1 } }, after(2));

const advance = (asked: Partial<AdvanceIntent>) => ({
  kind: "perform",
  effect: "advance_registration",
  payload: {
    ...{ businessId: "b1", registrationId: "r1", episode: 1, submittedAt, isNew: true },
    ...{ because: "submission", tries: 0, at: submittedAt, ...asked },
  },
});
const called = { isNew: false, because: "callback", at: after(2) } as const;
const check = (hours: number) => ({ isNew: false, because: "check", at: after(hours) }) as const;
const notice = (asked: Partial<NoticeIntent> & Pick<NoticeIntent, "notice">) => {
  const { businessId, accountId, registrationId } = ids;
  const payload = { businessId, accountId, registrationId, episode: 1, tries: 0, ...asked };
  return { kind: "perform", effect: "send_compliance_notice", payload };
};
const remind = (name: string, hours: number) => ({ kind: "remind", name, at: after(hours) });
const forget = (name: string) => ({ kind: "forget", name });
const pendingTimersGone = [forget("pending_3_days"), forget("pending_7_days")];
const MINUTE = 1 / 60;
const askAgain = (hours: number, because: AdvanceIntent["because"], tries: number) => ({
  ...remind("ask_again", hours),
  data: { because, tries },
});

const looked = (asked: Partial<AdvanceIntent> = {}, answer: Partial<Advanced> = {}) => {
  const done = { reached: true, outcome: "pending_review", at: submittedAt, ...answer };
  const { effect, payload } = advance(asked);
  return { effect, payload, result: { done } };
};
const inVain = (asked: Partial<AdvanceIntent> = {}, answer: Partial<Advanced> = {}) =>
  looked(asked, { reached: false, outcome: "unavailable", ...answer });
const givenUp = (asked: Partial<AdvanceIntent> = {}) => {
  const { effect, payload } = advance(asked);
  return { effect, payload, result: { gaveUp: "Why" } };
};
const performs = (intents: readonly Intent[]) => intents.filter(({ kind }) => kind === "perform");

describe("a registration that was submitted", () => {
  const fresh = givenProcess(smsCompliance, [submitted()]);
  const waiting = fresh.whenEnded("r1", looked());

  it("is handed in, checked an hour later, and told of as still pending after three days and after seven", () => {
    expect(fresh.intents).toEqual([
      forget("ask_again"),
      remind("check", 1),
      remind("pending_3_days", 72),
      remind("pending_7_days", 168),
      advance({}),
    ]);
    expect([waiting.intents, waiting.when(callback).intents]).toEqual([[forget("ask_again")], [advance(called)]]);
  });

  it("is checked at each instant of the schedule, whatever reviewers say meanwhile, and not again after the last", () => {
    let process = waiting;
    const instants = CHECK_HOURS.map((hours, index) => {
      process = process.whenDue("r1", "check", after(hours));
      const [timer, asked] = process.intents.length === 2 ? process.intents : [undefined, process.intents[0]];
      expect(asked).toEqual(advance(check(hours)));
      process = process.whenEnded("r1", looked(check(hours)));
      if (index === 4) process = process.when(rejected);
      if (index === 9) process = process.when(approved);
      return timer?.kind === "remind" ? timer.at : undefined;
    });
    expect(instants).toEqual([...CHECK_HOURS.slice(1).map((hours) => after(hours)), undefined]);
  });

  it("is checked once where several checks are long past, as after a pause of the service", () => {
    const late = waiting.whenDue("r1", "check", after(30));
    expect(late.intents).toEqual([remind("check", 36), advance(check(30))]);
  });

  it("is new until the provider has it: a hand-in that failed is repeated soon, and each check hands in as well", () => {
    const failed = fresh.whenEnded("r1", inVain());
    expect(failed.intents).toEqual([askAgain(MINUTE, "submission", 1)]);
    const again = failed.whenDue("r1", "ask_again", after(MINUTE), { because: "submission", tries: 1 });
    const second = { tries: 1, at: after(MINUTE) };
    expect(again.intents).toEqual([advance(second)]);
    const down = again.whenEnded("r1", inVain(second, { at: after(MINUTE) }));
    expect(down.intents).toEqual([askAgain(3 * MINUTE, "submission", 2)]);
    const checked = down.whenDue("r1", "check", after(1));
    const handingIn = { ...check(1), isNew: true };
    expect(checked.intents).toEqual([remind("check", 3), advance(handingIn)]);
    const handedIn = checked.whenEnded("r1", looked(handingIn));
    expect(handedIn.intents).toEqual([forget("ask_again")]);
    expect(handedIn.when(callback).intents).toEqual([advance(called)]);
  });

  it("is looked up by one intent at a time, and once more where a callback came in between", () => {
    const during = fresh.when(callback).when(callback);
    expect(during.intents).toEqual([]);
    expect(during.whenDue("r1", "check", after(1)).intents).toEqual([remind("check", 3)]);
    const next = during.whenEnded("r1", looked({}, { at: after(2) }));
    expect(next.intents).toEqual([advance(called)]);
    expect(next.whenEnded("r1", looked(called)).intents).toEqual([forget("ask_again")]);
  });

  it("is looked at again where a look that was owed was given up, and is as new as it was", () => {
    const lost = fresh.whenEnded("r1", givenUp());
    expect(lost.intents).toEqual([askAgain(MINUTE, "submission", 1)]);
    expect(lost.whenDue("r1", "check", after(1)).intents).toContainEqual(advance({ ...check(1), isNew: true }));
    const hint = waiting.when(rejected).when(callback).whenEnded("r1", givenUp(called));
    expect(hint.intents).toEqual([askAgain(2 + MINUTE, "callback", 1)]);
    expect(waiting.whenDue("r1", "check", after(1)).whenEnded("r1", givenUp(check(1))).intents).toEqual([]);
  });

  it("waits for the next check where a check found no provider, and the last one is neither spared nor repeated", () => {
    const failed = waiting.whenDue("r1", "check", after(1)).whenEnded("r1", inVain(check(1), { at: after(1) }));
    expect(failed.intents).toEqual([]);
    const during = waiting.whenDue("r1", "check", after(719)).whenDue("r1", "check", after(720));
    expect(during.intents).toEqual([]);
    const last = during.whenEnded("r1", looked(check(719), { at: after(720) }));
    expect(last.intents).toEqual([advance(check(720))]);
    expect(last.whenEnded("r1", inVain(check(720), { at: after(720) })).intents).toEqual([]);
  });

  it("is asked about in vain to the end of the schedule, and after a callback for a month more, and then no more", () => {
    let asked = 0;
    const inVainUntilTheEnd = (because: "submission" | "callback", begun: typeof fresh, from: number) => {
      let process = begun;
      let [at, next] = [after(from), performs(process.intents)[0]];
      for (asked = 0; next?.kind === "perform" && asked < 100; asked += 1) {
        const { effect, payload } = next;
        const done = { reached: false, outcome: "unavailable", at };
        process = process.whenEnded("r1", { effect, payload, result: { done } });
        const [again] = process.intents;
        if (again?.kind !== "remind") break;
        at = again.at;
        expect(again.data).toEqual({ because, tries: asked + 1 });
        process = process.whenDue("r1", "ask_again", at, again.data);
        next = performs(process.intents)[0];
      }
      return Date.parse(at);
    };
    expect(inVainUntilTheEnd("submission", fresh, 0)).toBeLessThan(Date.parse(after(720)));
    const hinted = waiting.when(at({ ...callback }, after(720)));
    const end = inVainUntilTheEnd("callback", hinted, 720);
    expect(asked).toBe(39);
    expect([end > Date.parse(after(720 + 29 * 24)), end < Date.parse(after(720 + 32 * 24))]).toEqual([true, true]);
  });
});

describe("a verdict", () => {
  const waiting = givenProcess(smsCompliance, [submitted()]).whenEnded("r1", looked());
  const verdicts = { approved, rejected, action_required: actionRequired, expired };

  it("ends the waiting and is told of by one alert and one e-mail", () => {
    for (const [status, event] of Object.entries(verdicts)) {
      const { intents } = waiting.when(event);
      const [alert, mail] = performs(intents);
      expect(intents).toEqual([...pendingTimersGone, alert, mail]);
      expect(mail).toEqual(notice({ notice: status as NoticeIntent["notice"] }));
      expect(alert).toMatchObject({ effect: "raise_alert", payload: { placeId: null, competitorId: null } });
    }
  });

  it("is told of with exactly the data that the public catalogue declares, but for whose number it is", () => {
    for (const event of [...Object.values(verdicts), reopened])
      for (const intent of waiting.when(event).intents) {
        if (intent.kind !== "perform" || intent.effect !== "raise_alert") continue;
        const { type, data } = intent.payload as { type: string; data: object };
        expect(type).toBe("business.sms_compliance_change");
        const whole = { alertId: "al1", sandbox: false, ...data };
        expect(alertTypes["business.sms_compliance_change"].data.parse(whole)).toEqual(whole);
      }
  });

  it("that reviewers take back makes it pending again, with the timers whose time has not passed", () => {
    const { intents } = waiting.when(rejected).when(reopened);
    expect(intents.slice(0, -1)).toEqual([remind("pending_7_days", 168)]);
    expect(intents.at(-1)).toMatchObject({ effect: "raise_alert", payload: { data: { after: "pending_review" } } });
  });

  it("is looked up once more when the provider calls, also long after the registration was approved", () => {
    const done = waiting.when(approved);
    expect(done.when(callback).intents).toEqual([advance(called)]);
    const failed = done.when(callback).whenEnded("r1", inVain(called, { at: after(99) }));
    expect(failed.intents).toEqual([askAgain(99 + MINUTE, "callback", 1)]);
  });

  it("on a submission that another one has followed tells nobody anything", () => {
    const resubmitted = waiting.when(rejected).when(submitted(2, after(5)));
    for (const late of [approved, rejected, reopened]) expect(resubmitted.when(late).intents).toEqual([]);
  });
});

describe("a resubmission", () => {
  const resubmitted = (hours: number) => ({ episode: 2, submittedAt: after(hours), at: after(hours) });
  const before = givenProcess(smsCompliance, [submitted()]).whenEnded("r1", looked()).when(rejected);

  it("begins an episode of its own, with a new hand-in and timers of its own", () => {
    const { intents } = before.when(submitted(2, after(100)));
    expect(intents.slice(1)).toEqual([
      remind("check", 101),
      remind("pending_3_days", 172),
      remind("pending_7_days", 268),
      advance(resubmitted(100)),
    ]);
  });

  it("while a look is under way is handed in when that has ended, whatever it found", () => {
    const during = before.when(callback).when(submitted(2, after(100)));
    expect(performs(during.intents)).toEqual([]);
    const ended = during.whenEnded("r1", looked(called, { at: after(100) }));
    expect(ended.intents).toEqual([advance(resubmitted(100))]);
  });

  it("holds up no e-mail about the episode before, which is tried again beside its own", () => {
    const { effect, payload } = notice({ notice: "rejected" });
    const late = { effect, payload, result: { done: { outcome: "failed", again: after(101) } } };
    const tried = before.when(submitted(2, after(100))).whenEnded("r1", late);
    const data = { episode: 1, notice: "rejected", tries: 1 };
    expect(tried.intents).toEqual([{ ...remind("send_again 1 rejected", 101), data }]);
    const again = tried.whenDue("r1", "send_again 1 rejected", after(101), data);
    expect(again.intents).toEqual([notice({ notice: "rejected", tries: 1 })]);
  });
});

describe("an e-mail", () => {
  const waiting = givenProcess(smsCompliance, [submitted()]).whenEnded("r1", looked());

  it("says that it is still pending when three days are over, and when seven are", () => {
    expect(waiting.whenDue("r1", "pending_3_days", after(72)).intents).toEqual([notice({ notice: "pending_3_days" })]);
    expect(waiting.whenDue("r1", "pending_7_days", after(168)).intents).toEqual([notice({ notice: "pending_7_days" })]);
  });

  it("that could not be sent is tried again later, and one that is settled is not", () => {
    const { effect, payload } = notice({ notice: "approved", tries: 2 });
    const failed = waiting.whenEnded("r1", {
      effect,
      payload,
      result: { done: { outcome: "failed", again: after(3) } },
    });
    const data = { episode: 1, notice: "approved", tries: 3 };
    expect(failed.intents).toEqual([{ ...remind("send_again 1 approved", 3), data }]);
    expect(failed.whenDue("r1", "send_again 1 approved", after(3), data).intents).toEqual([
      notice({ notice: "approved", tries: 3 }),
    ]);
    const settled = waiting.whenEnded("r1", { effect, payload, result: { done: { outcome: "sent", again: null } } });
    expect(settled.intents).toEqual([]);
  });
});

test("what was never submitted is followed by nobody", () => {
  for (const event of [callback, approved, reopened])
    expect(givenProcess<ComplianceEvent>(smsCompliance).when(event)).toMatchObject({ intents: [], states: new Map() });
});
