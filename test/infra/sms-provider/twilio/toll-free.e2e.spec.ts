/** Toll-free verifications: handed in once for each episode, edited while Twilio lets it be, and read as they stand. */
import { completeForm, faultOf, NUMBER_SID, openTwilioStage, Registrant, type TwilioStage } from "./twilio-stage";

const VERIFICATIONS = "/Tollfree/Verifications";
const DAY_MS = 86_400_000;

let stage: TwilioStage;
let registrant: Registrant;
beforeEach(async () => {
  stage = await openTwilioStage();
  registrant = new Registrant(stage.sms, "toll_free_verification", completeForm);
});
afterEach(() => stage.close());

const made = () => stage.standIn.world.of(VERIFICATIONS);
const writes = () => stage.standIn.written().length;
const rejected = {
  status: "TWILIO_REJECTED",
  rejection_reasons: [{ code: 30475, reason: "The opt-in is not shown." }, { reason: "No sample." }, 7],
  edit_allowed: true,
  edit_expiration: "2026-01-08T00:00:00Z",
  date_updated: "2026-01-01T09:00:00Z",
};

test("the form reaches reviewers in Twilio's words, under our id, and waits for them", async () => {
  expect(await registrant.advance()).toEqual({ status: "pending_review", reasons: [], reviewedAt: null });
  expect(stage.only(VERIFICATIONS)).toMatchObject({
    business_name: "Harbour Cafe & Söhne",
    business_type: "PRIVATE_PROFIT",
    business_registration_number: "12-3456789",
    business_registration_authority: "EIN",
    use_case_categories: ["CUSTOMER_CARE", "EVENTS"],
    opt_in_type: "WEB_FORM",
    opt_in_image_urls: ["https://harbour.example"],
    notification_email: "ada@harbour.example",
    tollfree_phone_number_sid: NUMBER_SID,
    external_reference_id: "7a1c0f3e-0000-4000-8000-000000000001",
  });
  expect(registrant.references).toMatchObject({ verification: stage.only(VERIFICATIONS)["sid"] });
});

test("without a registration number none is claimed, and pictures of the opt-in are shown where there are some", async () => {
  const optInImageUrls = ["https://harbour.example/a.png", "https://harbour.example/b.png"];
  registrant.form = { ...completeForm, businessRegistrationNumber: null, optInImageUrls };
  await registrant.advance();
  expect(stage.only(VERIFICATIONS)["opt_in_image_urls"]).toEqual(optInImageUrls);
  expect(stage.only(VERIFICATIONS)).not.toHaveProperty("business_registration_authority");
});

test.each(["PENDING_REVIEW", "IN_REVIEW"])("%s is pending", async (status) => {
  await registrant.advance();
  stage.say(VERIFICATIONS, { status });
  expect((await registrant.advance(false)).status).toBe("pending_review");
});

test("approved is approved, at the time that Twilio says", async () => {
  await registrant.advance();
  stage.say(VERIFICATIONS, { status: "TWILIO_APPROVED", date_updated: "2026-01-02T03:04:05Z" });
  const approved = { status: "approved", reasons: [], reviewedAt: "2026-01-02T03:04:05.000Z" };
  expect(await registrant.advance(false)).toEqual(approved);
  expect(made()).toHaveLength(1);
});

test("a rejection has its reasons and their codes", async () => {
  await registrant.advance();
  stage.say(VERIFICATIONS, rejected);
  expect(await registrant.advance(false)).toEqual({
    status: "rejected",
    reasons: [
      { code: "30475", message: "The opt-in is not shown." },
      { code: null, message: "No sample." },
    ],
    reviewedAt: "2026-01-01T09:00:00.000Z",
  });
});

test("an older rejection has its one reason, and one without any says so", async () => {
  await registrant.advance();
  stage.say(VERIFICATIONS, { ...rejected, rejection_reasons: null, rejection_reason: "Too short.", error_code: 30446 });
  expect((await registrant.advance(false)).reasons).toEqual([{ code: "30446", message: "Too short." }]);
  stage.say(VERIFICATIONS, { rejection_reason: null });
  expect((await registrant.advance(false)).reasons).toHaveLength(1);
});

test("a rejected one that can no longer be edited has expired", async () => {
  await registrant.advance();
  stage.say(VERIFICATIONS, rejected);
  await stage.clock.advance(7 * DAY_MS);
  const verdict = await registrant.advance(false);
  expect(verdict).toMatchObject({ status: "expired", reviewedAt: "2026-01-08T00:00:00.000Z" });
  expect(verdict.reasons).toHaveLength(2);
});

test("a resubmission edits a rejected one while that is allowed, once", async () => {
  await registrant.advance();
  stage.say(VERIFICATIONS, rejected);
  expect((await registrant.resubmit({ useCaseSummary: "Clearer." })).status).toBe("pending_review");
  expect(stage.only(VERIFICATIONS)).toMatchObject({ use_case_summary: "Clearer.", status: "PENDING_REVIEW" });
  const before = writes();
  await registrant.advance();
  expect(writes()).toBe(before);
});

test.each([
  ["is not allowed", { edit_allowed: false }],
  ["is over", { edit_expiration: "2025-12-31T00:00:00Z" }],
])("where editing %s, a resubmission makes a new one", async (_, fields) => {
  await registrant.advance();
  stage.say(VERIFICATIONS, { ...rejected, ...fields });
  await stage.clock.advance(60_000);
  expect((await registrant.resubmit()).status).toBe("pending_review");
  expect(made().map((one) => one.fields["status"])).toEqual(["TWILIO_REJECTED", "PENDING_REVIEW"]);
  expect(registrant.references["verification"]).toBe(made()[1]?.sid);
});

test.each([1, 2])(
  "a process that dies before it keeps what episode %i made does not hand it in twice",
  async (episode) => {
    if (episode === 2) {
      await registrant.advance();
      stage.say(VERIFICATIONS, { ...rejected, edit_allowed: false });
      await stage.clock.advance(60_000);
      registrant.episode = 2;
    }
    registrant.keepsLeft = 0;
    await expect(registrant.advance()).rejects.toThrow("The process died.");
    registrant.keepsLeft = 9;
    expect((await registrant.advance()).status).toBe("pending_review");
    expect(made()).toHaveLength(episode);
  },
);

test("a process that dies after an edit does not edit again", async () => {
  await registrant.advance();
  stage.say(VERIFICATIONS, rejected);
  registrant.keepsLeft = 0;
  await expect(registrant.resubmit()).rejects.toThrow("The process died.");
  const before = writes();
  registrant.keepsLeft = 9;
  expect((await registrant.advance()).status).toBe("pending_review");
  expect(writes()).toBe(before);
});

test("an answer that was lost does not hand the form in twice", async () => {
  stage.standIn.misbehaveAt("POST /Tollfree/Verifications", { lost: true });
  expect((await faultOf(registrant.advance())).fault).toBe("unavailable");
  expect((await registrant.advance()).status).toBe("pending_review");
  expect(made()).toHaveLength(1);
});

test("one that somebody removed at Twilio is handed in again", async () => {
  await registrant.advance();
  stage.standIn.world.resources.length = 0;
  expect((await registrant.advance(false)).status).toBe("pending_review");
  expect(made()).toHaveLength(1);
});

test("a form that Twilio refuses asks its owner for an action, with Twilio's reason, and is no rejection", async () => {
  const message = "BusinessContactPhone is not valid";
  stage.standIn.misbehaveAt("POST /Tollfree/Verifications", {
    status: 400,
    body: { code: 20001, message },
  });
  const refused = { status: "action_required", reasons: [{ code: "20001", message }], reviewedAt: null };
  expect(await registrant.advance()).toEqual(refused);
  expect((await registrant.resubmit()).status).toBe("pending_review");
});

test.each([401, 403, 404, 429, 500])("a status %i is no verdict", async (status) => {
  stage.standIn.misbehaveAlways({ status, body: { code: 20003, message: "No." } });
  await faultOf(registrant.advance());
  expect(registrant.references).toEqual({});
});

test("a status that Twilio does not publish is no verdict", async () => {
  await registrant.advance();
  stage.say(VERIFICATIONS, { status: "SHRUGGED" });
  expect((await faultOf(registrant.advance(false))).fault).toBe("unavailable");
});
