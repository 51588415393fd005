/** GET /api/businesses/me/phone-compliance: the SMS registrations of the business, one for each phone number that has one. */
import { z } from "zod";
import { query, session } from "../../infra/http/endpoint";
import { complianceTables, complianceView, registrationsOf } from "./compliance-view";

export const listPhoneCompliance = query({
  id: "list-phone-compliance",
  method: "GET",
  path: "/api/businesses/me/phone-compliance",
  access: session(),
  on: "business",
  area: "sms",
  summary: "SMS registrations of the business",
  description: "Where each of the numbers stands with the carriers, and what is missing.",
  reads: complianceTables,
  responds: { status: 200, body: z.strictObject({ registrations: z.array(complianceView), sandbox: z.boolean() }) },
  handle: async (_input, context) => {
    const registrations = await registrationsOf(context);
    return { registrations: [...registrations], sandbox: registrations.some(({ sandbox }) => sandbox) };
  },
});
