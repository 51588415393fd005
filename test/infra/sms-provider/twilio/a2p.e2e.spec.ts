/** Local numbers are registered part by part: each part is made once, whenever the process dies, and verdicts are read as they stand. */
import type { RegistrationForm } from "../../../../infra/sms-provider/registration-form";
import { TWILIO_PRIMARY_PROFILE } from "../../../support/twilio-stand-in";
import type { Fields } from "../../../support/twilio-stand-in-resources";
import { completeForm, NUMBER_SID, openTwilioStage, Registrant, REVIEWED_URL, type TwilioStage } from "./twilio-stage";

const [PROFILE, TRUST, BRAND] = ["/CustomerProfiles", "/TrustProducts", "/BrandRegistrations"];
const CAMPAIGN = "/Compliance/Usa2p";

let stage: TwilioStage;
let registrant: Registrant;
beforeEach(async () => {
  stage = await openTwilioStage();
  registrant = new Registrant(stage.sms, "a2p_10dlc", completeForm);
});
afterEach(() => stage.close());

const soleProprietor: RegistrationForm = {
  ...completeForm,
  businessType: "sole_proprietor",
  businessRegistrationNumber: null,
};
const approveBundles = () => {
  for (const bundle of [PROFILE, TRUST]) stage.say(bundle, { status: "twilio-approved" });
};
async function untilBrand(): Promise<void> {
  await registrant.advance();
  approveBundles();
  await registrant.advance(false);
}
async function untilCampaign(brand: Fields = { status: "APPROVED" }): Promise<void> {
  await untilBrand();
  stage.say(BRAND, brand);
  await registrant.advance(false);
}
const attributesOf = (type: string): unknown => {
  const user = stage.standIn.world.of("/EndUsers").find(({ fields }) => fields["type"] === type);
  return JSON.parse(String(user?.fields["attributes"]));
};
const writes = () => stage.standIn.written();

test("the whole chain ends in an approved campaign, and nothing is made twice on the way", async () => {
  expect((await registrant.advance()).status).toBe("pending_review");
  expect((await registrant.advance(false)).status).toBe("pending_review");
  expect(stage.standIn.world.of(BRAND)).toHaveLength(0);
  approveBundles();
  expect((await registrant.advance(false)).status).toBe("pending_review");
  expect(stage.standIn.world.of(CAMPAIGN)).toHaveLength(0);
  stage.say(BRAND, { status: "APPROVED" });
  expect((await registrant.advance(false)).status).toBe("pending_review");
  const before = writes().length;
  expect((await registrant.advance(false)).status).toBe("pending_review");
  stage.say(CAMPAIGN, { campaign_status: "VERIFIED", date_updated: "2026-01-03T00:00:00Z" });
  const approved = { status: "approved", reasons: [], reviewedAt: "2026-01-03T00:00:00.000Z" };
  expect(await registrant.advance(false)).toEqual(approved);
  expect(writes()).toHaveLength(before);
});

test("the profile says who the business is, is vouched for by the primary one, and tells of its review", async () => {
  await registrant.advance();
  expect(stage.only(PROFILE)).toMatchObject({
    policy_sid: "RNdfbf3fae0e1107f8aded0e7cead80bf5",
    status: "pending-review",
    status_callback: REVIEWED_URL,
  });
  expect(attributesOf("customer_profile_business_information")).toMatchObject({
    business_name: "Harbour Cafe & Söhne",
    business_registration_identifier: "EIN",
    business_registration_number: "12-3456789",
    business_identity: "direct_customer",
  });
  expect(attributesOf("authorized_representative_1")).toMatchObject({
    first_name: "Ada",
    phone_number: "+12075550123",
  });
  expect(attributesOf("us_a2p_messaging_profile_information")).toEqual({ company_type: "private" });
  const [document] = stage.standIn.world.of("/SupportingDocuments");
  const address = stage.only("/Addresses");
  expect(address).toMatchObject({ street: "1 Quay", region: "ME", iso_country: "US" });
  expect(JSON.parse(String(document?.fields["attributes"]))).toEqual({ address_sids: address["sid"] });
  const inside = stage.standIn.world.of(`${String(stage.only(PROFILE)["sid"])}/EntityAssignments`);
  expect(inside.map(({ fields }) => fields["object_sid"])).toContain(TWILIO_PRIMARY_PROFILE);
});

test("the brand is one of low volume, and its campaign says what the form says, with the number in its service", async () => {
  await untilCampaign();
  expect(stage.only(BRAND)).toMatchObject({
    customer_profile_bundle_sid: stage.only(PROFILE)["sid"],
    a2p_profile_bundle_sid: stage.only(TRUST)["sid"],
    brand_type: "STANDARD",
    skip_automatic_sec_vet: "true",
  });
  expect(stage.only(CAMPAIGN)).toMatchObject({
    brand_registration_sid: stage.only(BRAND)["sid"],
    us_app_to_person_usecase: "LOW_VOLUME",
    description: completeForm.useCaseSummary,
    message_samples: ["Your table is ready.", "We open at nine."],
    has_embedded_links: "false",
    has_embedded_phone: "false",
    message_flow: expect.stringContaining("a form on the website") as string,
  });
  expect(stage.only("/Services")).toMatchObject({ use_inbound_webhook_on_number: "true" });
  expect(stage.only("/PhoneNumbers")).toMatchObject({ phone_number_sid: NUMBER_SID });
});

test("much traffic is vetted, and a sole proprietor has bundles, a brand and a use case of that kind", async () => {
  registrant.form = { ...completeForm, messageVolume: "100,000", useCaseCategories: ["MARKETING"] };
  await untilCampaign();
  expect(stage.only(BRAND)).not.toHaveProperty("skip_automatic_sec_vet");
  expect(stage.only(CAMPAIGN)).toMatchObject({ us_app_to_person_usecase: "MARKETING" });
});

test.each(Array.from({ length: 12 }, (_, keeps) => keeps))(
  "a process that dies at keep %i goes on where it was",
  async (keeps) => {
    registrant.keepsLeft = keeps;
    const steps = [
      () => undefined,
      approveBundles,
      () => stage.say(BRAND, { status: "APPROVED" }),
      () => stage.say(CAMPAIGN, { campaign_status: "VERIFIED" }),
    ];
    let last = "";
    for (const step of steps) {
      step();
      await registrant.advance().catch(async (error: unknown) => {
        expect(String(error)).toContain("The process died.");
        registrant.keepsLeft = Number.POSITIVE_INFINITY;
        await registrant.advance();
      });
      last = (await registrant.advance(false)).status;
    }
    expect(last).toBe("approved");
    for (const once of [PROFILE, TRUST, BRAND, "/Addresses", "/Services", "/PhoneNumbers", CAMPAIGN])
      expect(stage.standIn.world.of(once)).toHaveLength(1);
    const sids = Object.entries(registrant.references).map(([, value]) => value);
    expect(new Set(sids).size).toBe(sids.length);
  },
);

test("without a primary profile nothing is handed in, and it does not look like a rejection", async () => {
  const other = await openTwilioStage({ primaryProfileSid: undefined });
  const verdict = await new Registrant(other.sms, "a2p_10dlc", completeForm).advance();
  expect(verdict).toMatchObject({ status: "action_required", reviewedAt: null });
  expect(verdict.reasons[0]?.message).toContain("TWILIO_PRIMARY_PROFILE_SID");
  expect(other.standIn.requests).toHaveLength(0);
  await other.close();
});

test("a bundle that lacks something asks for an action with what is missing, and goes on once it is corrected", async () => {
  const invalid = [{ friendly_name: "EIN", failure_reason: "The EIN is not one.", error_code: 22215 }];
  const body = {
    sid: `EL${"1".repeat(32)}`,
    status: "noncompliant",
    results: [{ passed: false, invalid }, { passed: true }],
  };
  stage.standIn.misbehaveAt("POST /Evaluations", { status: 201, body });
  expect(await registrant.advance()).toEqual({
    status: "action_required",
    reasons: [{ code: "22215", message: "The EIN is not one." }],
    reviewedAt: null,
  });
  expect((await registrant.resubmit({ businessRegistrationNumber: "98-7654321" })).status).toBe("pending_review");
  expect(attributesOf("customer_profile_business_information")).toMatchObject({
    business_registration_number: "98-7654321",
  });
});

test("a rejected profile is rejected with its reasons, corrected in place, and handed in again", async () => {
  await registrant.advance();
  const errors = [{ code: 22217, message: "The address does not exist." }];
  stage.say(PROFILE, { status: "twilio-rejected", errors, date_updated: "2026-01-01T05:00:00Z" });
  const verdict = { status: "rejected", reasons: [{ code: "22217", message: "The address does not exist." }] };
  expect(await registrant.advance(false)).toMatchObject({ ...verdict, reviewedAt: "2026-01-01T05:00:00.000Z" });
  expect((await registrant.resubmit({ businessStreetAddress: "2 Quay" })).status).toBe("pending_review");
  expect(stage.only(PROFILE)["status"]).toBe("pending-review");
  expect(stage.standIn.world.of("/EndUsers")).toHaveLength(3);
  const addresses = stage.standIn.world.of("/Addresses").map(({ sid }) => sid);
  const [document] = stage.standIn.world.of("/SupportingDocuments");
  expect(JSON.parse(String(document?.fields["attributes"]))).toEqual({ address_sids: addresses[1] });
});

test("a brand that failed is rejected with its errors; corrected, the same brand is sent in again, once", async () => {
  await untilBrand();
  const errors = [{ error_code: 30796, description: "The EIN and the name do not match.", fields: ["ein"], url: "" }];
  stage.say(BRAND, { status: "FAILED", errors });
  const rejected = await registrant.advance(false);
  expect(rejected).toMatchObject({ status: "rejected", reasons: [{ code: "30796", message: errors[0]?.description }] });
  expect((await registrant.resubmit({ businessName: "Harbour Cafe LLC" })).status).toBe("pending_review");
  expect(attributesOf("customer_profile_business_information")).toMatchObject({ business_name: "Harbour Cafe LLC" });
  expect(stage.only(BRAND)["status"]).toBe("PENDING");
  const before = writes().length;
  await registrant.advance();
  expect(writes()).toHaveLength(before);
});

test.each([
  ["IN_REVIEW", "pending_review"],
  ["SUSPENDED", "expired"],
])("a brand that is %s is %s", async (status, verdict) => {
  await untilBrand();
  stage.say(BRAND, { status });
  expect((await registrant.advance(false)).status).toBe(verdict);
  expect(stage.standIn.world.of(CAMPAIGN)).toHaveLength(0);
});

test("a sole proprietor answers a text message first; submitting again sends another, or goes on", async () => {
  registrant.form = soleProprietor;
  await untilBrand();
  expect(stage.only(PROFILE)["policy_sid"]).toBe("RN806dd6cd175f314e1f96a9727ee271f4");
  expect(stage.only(TRUST)["policy_sid"]).toBe("RN670d5d2e282a6130ae063b234b6019c8");
  stage.say(BRAND, { status: "APPROVED", identity_status: "UNVERIFIED" });
  const asked = await registrant.advance(false);
  expect(asked.status).toBe("action_required");
  expect(asked.reasons[0]?.message).toContain("YES");
  expect(stage.standIn.world.of("/SmsOtp")).toHaveLength(0);
  expect((await registrant.resubmit()).status).toBe("action_required");
  expect(stage.standIn.world.of("/SmsOtp")).toHaveLength(1);
  stage.say(BRAND, { identity_status: "VERIFIED" });
  expect((await registrant.resubmit()).status).toBe("pending_review");
  expect(stage.only(BRAND)["brand_type"]).toBe("SOLE_PROPRIETOR");
  expect(stage.only(CAMPAIGN)["us_app_to_person_usecase"]).toBe("SOLE_PROPRIETOR");
});

test("a campaign that failed is rejected with its errors, and changed in place", async () => {
  await untilCampaign();
  const errors = [{ error_code: 30886, description: "The description is too vague." }];
  stage.say(CAMPAIGN, { campaign_status: "FAILED", errors });
  const rejected = await registrant.advance(false);
  expect(rejected).toMatchObject({
    status: "rejected",
    reasons: [{ code: "30886", message: "The description is too vague." }],
  });
  const sid = stage.only(CAMPAIGN)["sid"];
  expect((await registrant.resubmit({ useCaseSummary: "Precise." })).status).toBe("pending_review");
  expect(stage.only(CAMPAIGN)).toMatchObject({ sid, description: "Precise.", campaign_status: "IN_PROGRESS" });
});

test("a campaign for another use is made anew, because its use cannot be changed", async () => {
  await untilCampaign();
  stage.say(CAMPAIGN, { campaign_status: "FAILED" });
  const sid = stage.only(CAMPAIGN)["sid"];
  await registrant.resubmit({ useCaseCategories: ["MARKETING"] });
  expect(stage.only(CAMPAIGN)["sid"]).not.toBe(sid);
  expect(stage.only(CAMPAIGN)["us_app_to_person_usecase"]).toBe("MARKETING");
});

test.each(["SUSPENDED", "EXPIRED"])("a campaign that is %s has expired", async (campaign_status) => {
  await untilCampaign();
  stage.say(CAMPAIGN, { campaign_status });
  expect((await registrant.advance(false)).status).toBe("expired");
});

test("a campaign that Twilio refuses outright asks for an action, and the next submission tries again", async () => {
  await untilBrand();
  stage.say(BRAND, { status: "APPROVED" });
  const message = "MessageSamples are too short";
  stage.standIn.misbehaveAt(`POST ${CAMPAIGN}`, { status: 400, body: { code: 21619, message } });
  const refused = { status: "action_required", reasons: [{ code: "21619", message }], reviewedAt: null };
  expect(await registrant.advance(false)).toEqual(refused);
  expect((await registrant.resubmit()).status).toBe("pending_review");
  expect(stage.standIn.world.of(CAMPAIGN)).toHaveLength(1);
});
