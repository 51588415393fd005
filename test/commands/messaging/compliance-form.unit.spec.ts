/** What may be entered of a compliance form: formats in the words of whoever writes them, each fault by the name of its field. */
import { z } from "zod";
import { complianceFields, enteredForm } from "../../../commands/messaging/compliance-form";
import { complianceFormSchema } from "../../../domain/compliance-form";
import { Failure } from "../../../infra/http/failure";
import { completeForm } from "../../support/compliance-form";

const form = z.strictObject(complianceFields).partial();
type Field = keyof typeof complianceFields;

const taken = (field: Field, value: unknown): unknown => form.parse({ [field]: value })[field];
/** Where faults are found. */
const faults = (field: Field, value: unknown): readonly string[] =>
  form.safeParse({ [field]: value }).error?.issues.map(({ path }) => path.join(".")) ?? [];

describe("what is entered of a compliance form", () => {
  it("is kept as it is where it is as it should be, in the form in which it is stored", () => {
    const entered = enteredForm(form.parse(completeForm), {});
    expect(entered).toEqual(completeForm);
    expect(complianceFormSchema.parse(entered)).toEqual(completeForm);
  });

  it.each<[Field, unknown, unknown]>([
    ["optInType", "WEB_FORM", "web_form"],
    ["optInType", "Mobile QR code", "mobile_qr_code"],
    ["businessType", "PRIVATE_PROFIT", "private_profit"],
    ["businessType", "Sole-Proprietor", "sole_proprietor"],
    ["messageVolume", "10000", "10,000"],
    ["messageVolume", "10,000,000+", "10,000,000+"],
    ["useCaseCategories", ["customer_care", "CUSTOMER_CARE", "Marketing"], ["CUSTOMER_CARE", "MARKETING"]],
    ["businessCountry", " ca ", "CA"],
    ["businessName", "  Fjord Café ", "Fjord Café"],
    ["businessWebsite", " https://fjord.example/åpent ", "https://fjord.example/åpent"],
  ])("is read in other spellings too: %s %j", (field, entered, kept) => {
    expect(taken(field, entered)).toEqual(kept);
  });

  it.each<[Field, unknown]>([
    ["businessName", "  "],
    ["businessName", "x".repeat(201)],
    ["businessName", "Fjord\u202eéfaC"],
    ["businessWebsite", "fjord.example"],
    ["businessWebsite", "ftp://fjord.example"],
    ["businessWebsite", "javascript:alert(1)"],
    ["businessType", "llc"],
    ["businessCountry", "USA"],
    ["businessCountry", "XX"],
    ["businessCountry", "XK"],
    ["businessContactEmail", "ada@"],
    ["businessContactEmail", "Ada <ada@fjord.example>"],
    ["useCaseCategories", []],
    ["useCaseSummary", "x".repeat(501)],
    ["productionMessageSample", "x".repeat(1_025)],
    ["optInType", "telepathy"],
    ["optInImageUrls", Array.from({ length: 6 }, () => "https://fjord.example/opt-in.png")],
    ["messageVolume", "many"],
    ["messageVolume", "12"],
    ["messageSamples", []],
    ["messageSamples", Array.from({ length: 6 }, () => "Your table is ready.")],
  ])("is refused by the name of its field: %s %j", (field, entered) => {
    expect(faults(field, entered)).toEqual([field]);
  });

  it("is refused by the place in its list", () => {
    expect(faults("optInImageUrls", ["https://fjord.example/opt-in.png", "opt-in.png"])).toEqual(["optInImageUrls.1"]);
    expect(faults("useCaseCategories", ["MARKETING", "GAMBLING"])).toEqual(["useCaseCategories.1"]);
    expect(faults("messageSamples", ["", "Your table is ready."])).toEqual(["messageSamples.0"]);
  });
});

describe("the telephone number of a compliance form", () => {
  const phone = (text: string, country?: string, known?: string) =>
    enteredForm(
      { businessContactPhone: text, ...(country === undefined ? {} : { businessCountry: country }) },
      known === undefined ? {} : { businessCountry: known },
    ).businessContactPhone;

  it("is kept in E.164, read as one of the country that is entered with it, or was before", () => {
    expect(phone("(207) 555-0199", "US")).toBe("+12075550199");
    expect(phone("+1 207-555-0199")).toBe("+12075550199");
    expect(phone("22 22 22 22", undefined, "NO")).toBe("+4722222222");
    expect(phone("22 22 22 22", "NO", "US")).toBe("+4722222222");
    expect(phone("+47 22 22 22 22", "US")).toBe("+4722222222");
  });

  it.each([
    ["22 22 22 22", "US"],
    ["(207) 555-0199", undefined],
    ["+1 555 555 5555", "US"],
    ["+12075550199 ext. 5", "US"],
    ["call +12075550199", "US"],
    ["nobody", "US"],
  ])("is refused where it cannot be called: %s of %s", (text, country) => {
    let thrown: unknown;
    try {
      phone(text, country);
    } catch (error) {
      thrown = error;
    }
    if (!(thrown instanceof Failure)) throw new Error(`${text} was taken.`);
    expect([thrown.status, thrown.code]).toEqual([400, "invalid_request"]);
    expect(thrown.members["details"]).toEqual([
      { path: "businessContactPhone", message: expect.stringMatching(/telephone number.*\d\.$/) as unknown },
    ]);
  });

  it("is taken out as every field is, and asks for no country then", () => {
    expect(enteredForm({ businessContactPhone: null, businessName: undefined }, {})).toEqual({
      businessContactPhone: null,
    });
  });
});
