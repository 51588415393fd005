/** E-mails about registrations: each once, whatever the mail server or the log does meanwhile. */
import { LogUnavailable } from "../../infra/event-log/event-log";
import { ComplianceStage } from "../support/compliance-stage";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let stage: ComplianceStage;
beforeEach(async () => {
  stage = await ComplianceStage.open();
});
afterEach(() => stage.close());

const subjects = () => stage.post.mails.map(({ subject }) => subject);

describe("an e-mail", () => {
  test("that cannot be sent holds up no check, and is sent once when the server is back", async () => {
    const { reviewers, post } = stage;
    post.be("fails");
    await stage.process();
    const began = await stage.submit();
    for (const days of [3, 3.5]) await stage.travel(began + days * DAY_MS);
    expect(post.turnedAway).toBeGreaterThan(1);
    expect(reviewers.questions.at(-1)?.at).toBeGreaterThanOrEqual(began + 3.5 * DAY_MS);
    post.be("takes");
    for (const days of [4.5, 5.5]) await stage.travel(began + days * DAY_MS);
    expect(subjects()).toEqual(["Your SMS registration is still in review"]);
    expect(await stage.notices()).toEqual(["pending_3_days"]);
  });

  test("about a verdict is sent and recorded once, whatever followed at once; that it still waits only while it does", async () => {
    const { reviewers, post } = stage;
    post.be("fails");
    await stage.process();
    const began = await stage.submit();
    await stage.travel(began + 3 * DAY_MS);
    expect(post.turnedAway).toBeGreaterThan(0);
    for (const status of ["action_required", "rejected"] as const) {
      reviewers.say(status, [{ code: null, message: `So it is ${status}.` }]);
      await stage.callBack();
    }
    await stage.travel(began + 4 * DAY_MS);
    await stage.submit();
    reviewers.say("rejected", [{ code: null, message: "Not this one either." }]);
    await stage.callBack();
    post.be("takes");
    await stage.travel(began + 6 * DAY_MS);
    const about = (mail: string) => [/submitted on (\w+ \d+)/.exec(mail)?.[1], /- (.*)/.exec(mail)?.[1]];
    const day = (at: number) =>
      new Date(at).toLocaleDateString("en-US", { month: "long", day: "numeric", timeZone: "UTC" });
    const sent = post.mails.map(({ text }) => about(text)).sort();
    expect(sent).toEqual(
      [
        [day(began), "So it is action_required."],
        [day(began), "So it is rejected."],
        [day(began + 4 * DAY_MS), "Not this one either."],
      ].sort(),
    );
    expect(post.mails.filter(({ text }) => text.includes("You have submitted the registration again"))).toHaveLength(2);
    expect((await stage.recorded("ComplianceNoticeSent")).map(({ data }) => data)).toEqual(
      expect.arrayContaining(
        ["action_required", "rejected"].map((notice) => expect.objectContaining({ episode: 1, notice }) as unknown),
      ),
    );
    expect(await stage.notices()).toHaveLength(3);
  });

  test("that the server refuses for good is recorded as refused, and not tried again", async () => {
    const { reviewers, post } = stage;
    post.be("refuses");
    await stage.process();
    const began = await stage.submit();
    reviewers.say("expired");
    await stage.callBack();
    await stage.travel(began + 10 * DAY_MS);
    expect(post.turnedAway).toBe(1);
    const recorded = await stage.recorded("ComplianceNoticeRefused", "ComplianceNoticeSent");
    expect(recorded).toMatchObject([{ type: "ComplianceNoticeRefused", data: { notice: "expired" } }]);
  });

  test("whose record was lost after the server had it is sent again under the same Message-ID, and recorded once", async () => {
    const { reviewers, post } = stage;
    let broken = true;
    await stage.process({
      between: (runner) => ({
        load: (aggregate, owner) => runner.load(aggregate, owner),
        execute: (aggregate, owner, decide, context) => {
          if (broken && post.mails.length > 0) {
            broken = false;
            throw new LogUnavailable("Gone between the mail and its record.");
          }
          return runner.execute(aggregate, owner, decide, context);
        },
      }),
    });
    await stage.submit();
    reviewers.say("approved");
    await stage.callBack();
    expect(post.mails).toHaveLength(2);
    const [first, second] = post.mails;
    expect(first?.messageId).toBe("<compliance-r1-1-approved@example.com>");
    expect(second?.messageId).toBe(first?.messageId);
    expect(await stage.notices()).toEqual(["approved"]);
  });
});
