/** The resources of Twilio that the stand-in knows: where each lives, how its ids begin, and what it is like when it was just made. */

export type Fields = Record<string, unknown>;

export interface ResourceKind {
  /** Of the collection, without the product's host; what is in brackets is a parent. */
  readonly path: RegExp;
  readonly product: "api" | "messaging" | "trusthub";
  readonly sid: string;
  /** Under which a list has its items. */
  readonly items: string;
  /** In a form to make one; Twilio refuses a form without them. */
  readonly required: readonly string[];
  /** These are lists, also with one value. */
  readonly lists?: readonly string[];
  /** Of one that was just made. */
  readonly asNew?: Fields;
  /** What an update does beside setting fields. */
  readonly onUpdate?: Fields;
}

const ACCOUNT = "/2010-04-01/Accounts/AC[0-9a-f]{32}";

export const resourceKinds: readonly ResourceKind[] = [
  {
    path: new RegExp(`^${ACCOUNT}/IncomingPhoneNumbers$`),
    product: "api",
    sid: "PN",
    items: "incoming_phone_numbers",
    required: ["PhoneNumber"],
  },
  {
    path: new RegExp(`^${ACCOUNT}/Messages$`),
    product: "api",
    sid: "SM",
    items: "messages",
    required: ["To", "From", "Body"],
    asNew: { status: "queued", direction: "outbound-api", date_sent: null, error_code: null, num_media: "0" },
  },
  {
    path: new RegExp(`^${ACCOUNT}/Addresses$`),
    product: "api",
    sid: "AD",
    items: "addresses",
    required: ["CustomerName", "Street", "City", "Region", "PostalCode", "IsoCountry"],
  },
  {
    path: /^\/v1\/Tollfree\/Verifications$/,
    product: "messaging",
    sid: "HH",
    items: "verifications",
    required: [
      ...["BusinessName", "BusinessWebsite", "NotificationEmail", "UseCaseCategories", "UseCaseSummary"],
      ...["ProductionMessageSample", "OptInImageUrls", "OptInType", "MessageVolume", "TollfreePhoneNumberSid"],
    ],
    lists: ["UseCaseCategories", "OptInImageUrls"],
    asNew: { status: "PENDING_REVIEW", rejection_reasons: null, edit_allowed: null, edit_expiration: null },
    onUpdate: { status: "PENDING_REVIEW", rejection_reasons: null, edit_allowed: null, edit_expiration: null },
  },
  {
    path: /^\/v1\/a2p\/BrandRegistrations$/,
    product: "messaging",
    sid: "BN",
    items: "data",
    required: ["CustomerProfileBundleSid", "A2PProfileBundleSid"],
    asNew: { status: "PENDING", brand_type: "STANDARD", identity_status: "SELF_DECLARED", errors: [] },
    onUpdate: { status: "PENDING", errors: [] },
  },
  {
    path: /^\/v1\/a2p\/BrandRegistrations\/BN[0-9a-f]{32}\/SmsOtp$/,
    product: "messaging",
    sid: "OT",
    items: "data",
    required: [],
  },
  { path: /^\/v1\/Services$/, product: "messaging", sid: "MG", items: "services", required: ["FriendlyName"] },
  {
    path: /^\/v1\/Services\/MG[0-9a-f]{32}\/PhoneNumbers$/,
    product: "messaging",
    sid: "PN",
    items: "phone_numbers",
    required: ["PhoneNumberSid"],
  },
  {
    path: /^\/v1\/Services\/MG[0-9a-f]{32}\/Compliance\/Usa2p$/,
    product: "messaging",
    sid: "QE",
    items: "compliance",
    required: [
      ...["BrandRegistrationSid", "Description", "MessageFlow", "MessageSamples", "UsAppToPersonUsecase"],
      ...["HasEmbeddedLinks", "HasEmbeddedPhone"],
    ],
    lists: ["MessageSamples", "OptInKeywords"],
    asNew: { campaign_status: "IN_PROGRESS", errors: [] },
    onUpdate: { campaign_status: "IN_PROGRESS", errors: [] },
  },
  ...(["CustomerProfiles", "TrustProducts"] as const).flatMap((name): ResourceKind[] => [
    {
      path: new RegExp(`^/v1/${name}$`),
      product: "trusthub",
      sid: "BU",
      items: "results",
      required: ["FriendlyName", "Email", "PolicySid"],
      asNew: { status: "draft", errors: null },
    },
    {
      path: new RegExp(`^/v1/${name}/BU[0-9a-f]{32}/EntityAssignments$`),
      product: "trusthub",
      sid: "BV",
      items: "results",
      required: ["ObjectSid"],
    },
    {
      path: new RegExp(`^/v1/${name}/BU[0-9a-f]{32}/Evaluations$`),
      product: "trusthub",
      sid: "EL",
      items: "results",
      required: ["PolicySid"],
    },
  ]),
  { path: /^\/v1\/EndUsers$/, product: "trusthub", sid: "IT", items: "results", required: ["FriendlyName", "Type"] },
  {
    path: /^\/v1\/SupportingDocuments$/,
    product: "trusthub",
    sid: "RD",
    items: "results",
    required: ["FriendlyName", "Type"],
  },
];

/** `BusinessName` is the field `business_name` of what is made of it. */
export function fieldName(parameter: string): string {
  return parameter
    .replace("A2PProfile", "A2pProfile")
    .replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`)
    .toLowerCase();
}
