/** POST /api/phone-numbers: the business asks for a phone number, which is had of the messaging provider afterwards. */
import { z } from "zod";
import { isRefusal } from "../../domain/fold/refusal";
import {
  isAreaCodeOf,
  numberCountrySchema,
  numberKindSchema,
  phoneNumbers,
  requestNumber,
} from "../../domain/phone-numbers";
import { command, session } from "../../infra/http/endpoint";
import { phoneNumberView } from "../../read-api/messaging/phone-number-view";
import { loadActiveBusiness } from "../business/active-business";
import { planFails, planQuota } from "../account/plan-quota";
import { messagingFails, messagingOf } from "./usable-number";

const wantedNumber = z
  .strictObject({
    type: numberKindSchema,
    country: numberCountrySchema.default("US"),
    areaCode: z
      .string()
      .max(3)
      .regex(/^[2-9]\d{2}$/, "Expected three digits, the first from 2 to 9")
      .optional()
      .describe("Where there is no number to be had with it, none is had."),
  })
  .refine(({ type, country }) => type === "toll_free" || country === "US", {
    path: ["country"],
    message: "Local numbers are those of the United States",
  })
  .refine(({ type, areaCode }) => areaCode === undefined || isAreaCodeOf(type, areaCode), {
    path: ["areaCode"],
    error: ({ input }) =>
      (input as { type: string }).type === "toll_free"
        ? "Expected an area code of toll-free numbers, such as 888"
        : "Expected an area code of local numbers, and not one of toll-free ones",
  });

export const provisionPhoneNumber = command({
  id: "provision-phone-number",
  method: "POST",
  path: "/api/phone-numbers",
  access: session(),
  on: "business",
  area: "sms",
  summary: "Ask for a phone number",
  description:
    "Answers before the number is there: it is `provisioning` until the messaging provider has assigned one, then `active`, or `failed` with the reason. The plan says how many a business may have; those that failed do not count.",
  body: wantedNumber,
  responds: { status: 202, body: z.strictObject({ phoneNumber: phoneNumberView, sandbox: z.boolean() }) },
  uses: ["phoneNumbersPerBusiness"],
  refusals: ["business_not_found", "phone_number_quota_reached"],
  fails: { ...messagingFails, ...planFails },
  example: { type: "toll_free", country: "US", areaCode: "888" },
  handle: async ({ body: { type, country, areaCode = null } }, context) => {
    const { account, business, services } = context;
    const quota = planQuota(account, "phoneNumbersPerBusiness");
    const sms = messagingOf(services);
    const active = await loadActiveBusiness(context);
    if (isRefusal(active)) return active;
    const phoneNumberId = services.ids.next();
    const wanted = { phoneNumberId, businessId: business.id, accountId: account.id, kind: type, country, areaCode };
    const executed = await context.execute(phoneNumbers, business.id, requestNumber(wanted, { quota }));
    if (isRefusal(executed)) return executed;
    const [asked] = executed.events;
    if (asked === undefined) throw new Error("A number was asked for, and nothing was recorded of it.");
    const sandbox = sms.name === "sandbox";
    const nothingYet = { phoneNumber: null, failure: null, complianceStatus: null };
    const { phoneNumberId: id } = asked.data;
    const status = "provisioning" as const;
    const createdAt = asked.metadata.occurredAt;
    return { phoneNumber: { id, type, country, status, ...nothingYet, sandbox, createdAt }, sandbox };
  },
});
