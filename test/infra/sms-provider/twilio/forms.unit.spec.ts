/** What the form becomes in the words of Twilio and the registry. */
import type { RegistrationForm } from "../../../../infra/sms-provider/registration-form";
import { profileEndUsers, trustEndUsers } from "../../../../infra/sms-provider/twilio/a2p/bundle-forms";
import { campaignFields, hasLink, hasPhone, useCaseOf } from "../../../../infra/sms-provider/twilio/a2p/campaign-form";
import { planOf } from "../../../../infra/sms-provider/twilio/a2p/plan";
import { plainText, reasonsIn } from "../../../../infra/sms-provider/twilio/values";
import { completeForm } from "./twilio-stage";

const of = (changes: Partial<RegistrationForm>): RegistrationForm => ({ ...completeForm, ...changes });

test.each(["See https://a.example/x", "www.harbour.example", "harbour.com/menu", "bit.ly/x"])(
  "%s has a link",
  (sample) => {
    expect(hasLink(sample)).toBe(true);
  },
);
test.each(["Your table is ready.", "Come at 9.30, or later.", "It costs 12.50."])("%s has no link", (sample) => {
  expect(hasLink(sample)).toBe(false);
});
test.each(["Call 207-555-0123", "+1 (207) 555 0123", "555-0123"])("%s has a telephone number", (sample) => {
  expect(hasPhone(sample)).toBe(true);
});
test.each(["Your code is 123456", "Table 12 at 19:30", "2 for 1"])("%s has no telephone number", (sample) => {
  expect(hasPhone(sample)).toBe(false);
});

test("a single use has the registry's word, and several are mixed", () => {
  const useCase = (changes: Partial<RegistrationForm>) => useCaseOf(of(changes), planOf(of(changes)));
  expect(useCase({ useCaseCategories: ["TWO_FACTOR_AUTHENTICATION"] })).toBe("2FA");
  expect(useCase({ useCaseCategories: ["EVENTS"] })).toBe("LOW_VOLUME");
  expect(useCase({ messageVolume: "250,000" })).toBe("MIXED");
  expect(useCase({ businessType: "sole_proprietor", businessRegistrationNumber: null })).toBe("SOLE_PROPRIETOR");
});

test("a sole proprietor with a tax number is registered as any other business", () => {
  expect(planOf(of({ businessType: "sole_proprietor" })).isSoleProprietor).toBe(false);
});

test.each([
  ["government", "Non-profit Corporation", "GOVERNMENT", "government"],
  ["non_profit", "Non-profit Corporation", "NOT_FOR_PROFIT", "non_profit"],
  ["public_profit", "Corporation", "CONSUMER", "public"],
] as const)("%s is a %s of %s for the registry", (businessType, business_type, business_industry, company_type) => {
  const form = of({ businessType });
  const [business] = profileEndUsers(form, planOf(form));
  expect(business?.attributes).toMatchObject({ business_type, business_industry });
  expect(trustEndUsers(form, planOf(form))[0]?.attributes).toMatchObject({ company_type });
});

test("five samples are shown at most, each once, and what they hold is declared", () => {
  const messageSamples = ["Call 207-555-0123", "Call 207-555-0123", "See https://a.example", "c", "d", "e", "f"];
  const fields = campaignFields(of({ messageSamples, optInType: "via_text" }));
  expect(fields.messageSamples).toHaveLength(5);
  expect(fields).toMatchObject({ hasEmbeddedLinks: true, hasEmbeddedPhone: true, optInKeywords: ["START"] });
});

test("words that a page or a store cannot hold are taken out, and long ones are cut between characters", () => {
  expect(plainText("\u0000 a\u0007b \n", 100)).toBe("ab");
  expect(plainText("ab😀", 3)).toBe("ab");
  expect(plainText("   ", 100)).toBeNull();
  expect(plainText(7, 100)).toBeNull();
});

test("what is no reason is left out", () => {
  expect(reasonsIn("no list")).toEqual([]);
  expect(reasonsIn([null, {}, { code: 1 }, { code: "2", message: "Two." }])).toEqual([{ code: "2", message: "Two." }]);
  expect(reasonsIn(Array.from({ length: 50 }, () => ({ message: "x" })))).toHaveLength(20);
});
