/** The form as a provider is handed it: complete for its kind, in the words that the port and not a provider uses. */
export interface RegistrationForm {
  readonly businessName: string;
  readonly businessWebsite: string;
  readonly businessType: "sole_proprietor" | "private_profit" | "public_profit" | "non_profit" | "government";
  readonly businessRegistrationNumber: string | null;
  readonly businessStreetAddress: string;
  readonly businessCity: string;
  readonly businessStateProvinceRegion: string;
  readonly businessPostalCode: string;
  /** ISO 3166-1 alpha-2. */
  readonly businessCountry: string;
  readonly businessContactFirstName: string;
  readonly businessContactLastName: string;
  readonly businessContactEmail: string;
  /** E.164. */
  readonly businessContactPhone: string;
  readonly useCaseCategories: readonly string[];
  readonly useCaseSummary: string;
  readonly productionMessageSample: string;
  readonly optInType: "verbal" | "web_form" | "paper_form" | "via_text" | "mobile_qr_code";
  readonly optInImageUrls: readonly string[];
  /** Messages a month, such as `1,000`. */
  readonly messageVolume: string;
  readonly messageSamples: readonly string[];
}
