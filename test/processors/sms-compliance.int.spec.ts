/** Registrations in review over days and weeks, with real timers, intents and mails, whoever runs them and whatever breaks. */
import { CHECK_HOURS, nextCheck } from "../../domain/compliance-schedule";
import { LogUnavailable } from "../../infra/event-log/event-log";
import { ComplianceStage } from "../support/compliance-stage";
import { Reviewers } from "../support/reviewers";
import { thorough } from "../support/thorough";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Where the walk through the schedule stops: checks that are leapt over are made up for by one. */
const STOPS = thorough ? CHECK_HOURS : [1, 3, 60, 72, 120, 156, 240, 720];

let stage: ComplianceStage;
beforeEach(async () => {
  stage = await ComplianceStage.open();
});
afterEach(() => stage.close());

const subjects = () => stage.post.mails.map(({ subject }) => subject);

test("thirty days of review: a check at each instant of the schedule, two e-mails, by two processes and a third", async () => {
  const { reviewers, post } = stage;
  const [first] = [await stage.process(), await stage.process()];
  const began = await stage.submit();
  const instant = (hours: number) => new Date(began + hours * HOUR_MS).toISOString();
  const down = (hours: number) => hours > 96 && hours < 144;
  const next: unknown[] = [];
  for (const hours of STOPS) {
    reviewers.fault = down(hours) ? "unavailable" : null;
    await stage.travel(began + hours * HOUR_MS);
    next.push((await stage.timers())["check"]);
    if (hours === 60) expect(subjects()).toEqual([]);
    if (hours === 156) expect(post.mails).toHaveLength(1);
    if (hours === 240) {
      await first.stop();
      await stage.process();
    }
  }
  await stage.travel(began + 60 * DAY_MS);
  const due = STOPS.map((hours) => nextCheck(instant(0), instant(hours)));
  expect(next).toEqual(due.map((at) => (at === null ? undefined : Date.parse(at))));
  const [handIn, ...checks] = reviewers.questions;
  expect(handIn).toMatchObject({ isNew: true, episode: 1 });
  expect(checks.map(({ at }) => Math.floor((at - began) / HOUR_MS))).toEqual(STOPS);
  expect(checks.map(({ fault }) => fault !== null)).toEqual(STOPS.map(down));
  expect(checks.filter(({ isNew }) => isNew)).toEqual([]);
  expect(subjects()).toEqual([
    "Your SMS registration is still in review",
    "Your SMS registration is still in review after a week",
  ]);
  expect([await stage.timers(), stage.warnings.filter((said) => said.includes("looked up no more"))]).toEqual([
    {},
    [expect.any(String)],
  ]);
  reviewers.say("approved");
  await stage.callBack();
  await stage.callBack();
  expect(await stage.notices()).toEqual(["pending_3_days", "pending_7_days", "approved"]);
  const alerts = await stage.recorded("AlertRaised");
  expect(alerts.map(({ data }) => data)).toMatchObject([
    {
      type: "business.sms_compliance_change",
      placeId: null,
      title: "SMS registration was approved",
      data: { sandbox: true },
    },
  ]);
  expect(post.mails).toHaveLength(3);
}, 60_000);

test("what reviewers come to after a verdict is found without a callback, and its owner's edits stay with them", async () => {
  const { reviewers } = stage;
  await stage.process();
  const began = await stage.submit();
  reviewers.say("rejected", [{ code: "30475", message: "The website is not reachable." }]);
  await stage.travel(began + HOUR_MS);
  await stage.edit({ businessName: null, useCaseSummary: "Not submitted." });
  reviewers.say("expired");
  await stage.travel(began + 8 * DAY_MS);
  reviewers.say("approved");
  await stage.travel(began + 9 * DAY_MS);
  reviewers.say("rejected");
  await stage.travel(began + 10 * DAY_MS);
  expect(reviewers.handedIn).toHaveLength(1);
  expect(await stage.notices()).toEqual(["rejected", "expired", "approved"]);
  expect(await stage.registration()).toMatchObject({ status: "rejected" });
});

test("rejected, submitted again and approved: every episode is handed in once and told of once, with the reasons", async () => {
  const { reviewers, post } = stage;
  await stage.process();
  await stage.process();
  const began = await stage.submit();
  reviewers.say("rejected", [{ code: "30475", message: "The website is not reachable." }]);
  await stage.travel(began + HOUR_MS);
  await stage.callBack();
  expect(post.mails).toMatchObject([{ to: "ada@example.com", subject: "Your SMS registration was rejected" }]);
  const [mail] = post.mails;
  const day = new Date(began).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
  expect(mail?.text.trim()).toBe(
    [
      "Hello Ada,",
      `The SMS registration of Fjord Café for the phone number ending in 0123, submitted on ${day}, was rejected.`,
      "The reviewers said:\n- The website is not reachable. (code 30475)",
      "You can change the registration and submit it again. Until it is approved, no text messages can be sent from this number.",
    ].join("\n\n"),
  );
  expect(Object.keys(await stage.timers())).toEqual(["check"]);
  const again = await stage.submit();
  expect(reviewers.handedIn.map(({ episode }) => episode)).toEqual([1, 2]);
  expect(reviewers.handedIn[1]?.references).toEqual({ verification: "verification of r1" });
  await stage.travel(again + 3 * DAY_MS);
  reviewers.say("approved");
  await stage.travel(again + 8 * DAY_MS);
  expect(await stage.notices()).toEqual(["rejected", "pending_3_days", "approved"]);
  expect(post.mails).toHaveLength(3);
  expect(await stage.recorded("AlertRaised")).toHaveLength(2);
});

test("a provider that is down when the form is submitted gets it soon after it is back, and once", async () => {
  const { reviewers } = stage;
  reviewers.fault = "unavailable";
  await stage.process();
  const began = await stage.submit();
  for (const isBack of [false, false, true]) {
    if (isBack) reviewers.fault = null;
    expect(await stage.registration()).toMatchObject({ status: "pending_review" });
    const { ask_again: again = 0, check = 0 } = await stage.timers();
    expect(again).toBeLessThan(check);
    await stage.travel(again);
  }
  await stage.travel(began + 12 * HOUR_MS);
  expect(reviewers.handedIn).toHaveLength(1);
  expect(reviewers.questions.filter(({ isNew }) => isNew)).toHaveLength(4);
  expect(await stage.registration()).toMatchObject({ references: { verification: "verification of r1" } });
  expect(await stage.timers()).not.toHaveProperty("ask_again");
});

test("without a provider, or with another than the number's, a registration waits, and is handed in once there is its own", async () => {
  const none = await stage.process({ sms: null });
  const began = await stage.submit();
  await stage.travel(began + HOUR_MS);
  await none.stop();
  const other = new Reviewers(stage.clock, "twilio");
  const wrong = await stage.process({ sms: other });
  await stage.travel(began + DAY_MS);
  await wrong.stop();
  expect(other.questions).toEqual([]);
  expect(await stage.registration()).toMatchObject({ status: "pending_review", references: {} });
  await stage.process();
  await stage.travel(began + 2 * DAY_MS);
  expect(stage.reviewers.handedIn).toHaveLength(1);
});

test("a form that the provider will not take is for its owner to change, who is told why", async () => {
  const { reviewers } = stage;
  reviewers.fault = "refused";
  await stage.process();
  await stage.submit();
  expect(await stage.registration()).toMatchObject({
    status: "action_required",
    reasons: [{ code: "E1", message: "They are out of reach." }],
  });
  expect(subjects()).toEqual(["Your SMS registration needs changes"]);
  reviewers.fault = null;
  await stage.submit();
  expect(reviewers.handedIn).toMatchObject([{ episode: 2, isNew: true }]);
});

test("what the provider calls the parts is kept before the next part, and known to an attempt after a failure", async () => {
  const { reviewers } = stage;
  reviewers.parts = ["brand", "campaign"];
  let broken = true;
  await stage.process({
    between: (runner) => ({
      ...runner,
      load: (aggregate, owner) => runner.load(aggregate, owner),
      execute: async (aggregate, owner, decide, context) => {
        const executed = await runner.execute(aggregate, owner, decide, context);
        if (!broken || aggregate.category !== "compliance") return executed;
        broken = false;
        throw new LogUnavailable("Gone after the first part was kept.");
      },
    }),
  });
  await stage.submit();
  const [failed, next] = reviewers.questions;
  expect([failed?.references, next?.references]).toEqual([{}, { brand: "brand of r1" }]);
  const references = { brand: "brand of r1", campaign: "campaign of r1" };
  expect(await stage.registration()).toMatchObject({ references });
});

test("whoever wants no e-mails about it gets none, and it goes on all the same", async () => {
  const { reviewers, post } = stage;
  await stage.process();
  await stage.wantNoMails();
  const began = await stage.submit();
  reviewers.say("approved");
  await stage.travel(began + 4 * DAY_MS);
  expect([post.mails, await stage.notices()]).toEqual([[], []]);
  expect(await stage.registration()).toMatchObject({ status: "approved" });
});

test("while its business is deleted nothing is looked up or sent, and after a restoration it goes on", async () => {
  const { reviewers, post } = stage;
  await stage.process();
  const began = await stage.submit();
  await stage.deleteBusiness();
  await stage.callBack();
  for (const days of [1, 3, 5, 7.5]) await stage.travel(began + days * DAY_MS);
  expect(reviewers.questions).toHaveLength(1);
  expect(post.mails).toEqual([]);
  await stage.restoreBusiness();
  await stage.travel(began + 9 * DAY_MS);
  expect(subjects()).toEqual(["Your SMS registration is still in review after a week"]);
  reviewers.say("approved");
  await stage.travel(began + 10 * DAY_MS);
  expect(await stage.registration()).toMatchObject({ status: "approved" });
});
