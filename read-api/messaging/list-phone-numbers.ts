/** GET /api/phone-numbers: the phone numbers of the business, in the order in which they were asked for. */
import { z } from "zod";
import { query, session } from "../../infra/http/endpoint";
import { phoneNumberOf, phoneNumberView, type ShownNumberRow } from "./phone-number-view";
import { rowsOf } from "../rows";

/** Few are active; of those that could not be had, the newest are enough. */
const SHOWN_MAX = 200;

export const listPhoneNumbers = query({
  id: "list-phone-numbers",
  method: "GET",
  path: "/api/phone-numbers",
  access: session(),
  on: "business",
  area: "sms",
  summary: "Phone numbers of the business",
  description: `In the order in which they were asked for; the newest ${SHOWN_MAX} at most.`,
  reads: ["phone_numbers", "compliance_registrations"],
  responds: {
    status: 200,
    body: z.strictObject({ phoneNumbers: z.array(phoneNumberView), sandbox: z.boolean() }),
  },
  handle: async (_input, { business, read, services }) => {
    const listed = read("phone_numbers as n")
      .leftJoin("compliance_registrations as r", (join) =>
        join.on("r.phone_number_id", "n.phone_number_id").andOn("r.business_id", "n.business_id"),
      )
      .where({ "n.business_id": business.id })
      .select("n.*", "r.status as compliance_status")
      .orderBy("n.position", "desc")
      .limit(SHOWN_MAX);
    const sandbox = services.sms?.name === "sandbox";
    const phoneNumbers = (await rowsOf<ShownNumberRow>(listed)).map((row) => phoneNumberOf(row, sandbox)).reverse();
    return { phoneNumbers, sandbox: sandbox || phoneNumbers.some((number) => number.sandbox) };
  },
});
