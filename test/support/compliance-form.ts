/** A form that lacks nothing, whatever kind of number it is for. */
import type { ComplianceForm } from "../../domain/compliance-form";

export const completeForm = {
  businessName: "Fjord Café",
  businessWebsite: "https://fjord.example",
  businessType: "private_profit",
  businessRegistrationNumber: "12-3456789",
  businessStreetAddress: "1 Harbour Street",
  businessCity: "Portland",
  businessStateProvinceRegion: "ME",
  businessPostalCode: "04101",
  businessCountry: "US",
  businessContactFirstName: "Ada",
  businessContactLastName: "Lovelace",
  businessContactEmail: "ada@fjord.example",
  businessContactPhone: "+12075550199",
  useCaseCategories: ["CUSTOMER_CARE"],
  useCaseSummary: "Answers to questions about opening hours and reservations.",
  productionMessageSample: "Fjord Café: your table is ready. Reply STOP to opt out.",
  optInType: "web_form",
  optInImageUrls: ["https://fjord.example/opt-in.png"],
  messageVolume: "1,000",
  messageSamples: ["Fjord Café: your table is ready.", "Fjord Café: we open at nine."],
} satisfies ComplianceForm;
