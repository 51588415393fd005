/** POST /api/v1/contacts: a customer whom the business keeps. */
import { z } from "zod";
import { contacts, createContact as create } from "../../domain/contacts";
import { isRefusal } from "../../domain/fold/refusal";
import { apiKey, command } from "../../infra/http/endpoint";
import { invalid } from "../../infra/http/failure";
import { contactEmailSchema, contactPhoneSchema } from "./contact-details";
import { planFails, planQuota } from "../account/plan-quota";
import { shownLine, shownText } from "../shown-text";
import { loadActiveBusiness } from "../business/active-business";

const contactView = z.strictObject({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable().describe("E.164."),
  tags: z.array(z.string()),
  note: z.string().nullable(),
  externalId: z.string().nullable(),
  createdAt: z.iso.datetime(),
});

export const createContact = command({
  id: "create-contact",
  method: "POST",
  path: "/api/v1/contacts",
  access: apiKey("contacts:write"),
  on: "business",
  area: "crm",
  summary: "Keep a contact",
  description:
    "A name, an e-mail address or a phone number is needed. No two contacts of a business have the same e-mail address, phone number or external id: a second one is refused, and told which contact has it.",
  body: z.strictObject({
    name: shownLine(200).nullable().default(null),
    email: contactEmailSchema.nullable().default(null),
    phone: contactPhoneSchema.nullable().default(null),
    tags: z.array(shownText(50)).max(20).default([]),
    note: shownText(2_000).nullable().default(null),
    externalId: shownText(200).nullable().default(null).describe("What another system calls them."),
  }),
  responds: { status: 201, body: z.strictObject({ contact: contactView }) },
  uses: ["contactsPerBusiness"],
  refusals: ["business_not_found", "contact_already_exists", "contact_quota_reached"],
  fails: planFails,
  example: { name: "Kari Nordmann", email: "kari@example.com", phone: "+12025550143", tags: ["regular"] },
  handle: async ({ body }, context) => {
    const { account, business, services } = context;
    const active = await loadActiveBusiness(context);
    if (isRefusal(active)) return active;
    if ([body.name, body.email, body.phone].every((one) => one === null))
      throw invalid([{ path: "name", message: "Expected a name, an e-mail address or a phone number." }]);
    const ids = { businessId: business.id, accountId: account.id, contactId: services.ids.next() };
    const decide = create(
      { ...ids, ...body, tags: [...new Set(body.tags)] },
      planQuota(account, "contactsPerBusiness"),
    );
    const executed = await context.execute(contacts, business.id, decide);
    if (isRefusal(executed)) return executed;
    const [created] = executed.events;
    if (created === undefined) throw new Error("A contact was made and cannot be found.");
    const { businessId: _business, accountId: _account, contactId: id, ...contact } = created.data;
    return { contact: { id, ...contact, createdAt: created.metadata.occurredAt } };
  },
});
