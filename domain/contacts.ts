/** The customers that one business keeps: each once, by e-mail address, by phone and by the id that another system gave them. */
import { z } from "zod";
import { found, noBuckets, put, type Buckets } from "./buckets";
import { aggregate, type Decision } from "./fold/aggregate";
import { defineEvents, type EventsOf } from "./fold/event";
import { personal } from "./fold/personal";
import { refuse } from "./refusals";

export const contactEvents = defineEvents({
  ContactCreated: z.object({
    businessId: z.string(),
    accountId: z.string(),
    contactId: z.string(),
    name: personal(z.string()).nullable(),
    /** In lower case. */
    email: personal(z.string()).nullable(),
    /** E.164. */
    phone: personal(z.string()).nullable(),
    tags: z.array(personal(z.string())),
    note: personal(z.string()).nullable(),
    /** What another system calls them. */
    externalId: personal(z.string()).nullable(),
  }),
});
export type ContactEvent = EventsOf<typeof contactEvents>;
export type Contact = ContactEvent["data"];

/** How somebody is reached, and called. */
export type Reach = Pick<Contact, "contactId" | "name" | "email" | "phone">;

/** By what nobody else of the business may have. */
const unique = ["email", "phone", "externalId"] as const;
type Unique = (typeof unique)[number];

export interface Contacts {
  readonly count: number;
  readonly byId: Buckets<Reach>;
  /** The contact's id, by what is unique of them. */
  readonly known: Readonly<Record<Unique, Buckets<string>>>;
}

export const contacts = aggregate({
  category: "contacts",
  owner: "business",
  events: contactEvents,
  initial: { count: 0, byId: noBuckets, known: { email: noBuckets, phone: noBuckets, externalId: noBuckets } },
  evolve: (state, { data }): Contacts => {
    const { contactId, name, email, phone } = data;
    const known = (by: Unique) => {
      const value = data[by];
      return value === null ? state.known[by] : put(state.known[by], value, contactId);
    };
    return {
      count: state.count + 1,
      byId: put(state.byId, contactId, { contactId, name, email, phone }),
      known: { email: known("email"), phone: known("phone"), externalId: known("externalId") },
    };
  },
});

export const contactOf = (state: Contacts, contactId: string): Reach | undefined => found(state.byId, contactId);

/** The id of whoever has this address or number. */
export const contactWith = (
  { known }: Contacts,
  { email, phone }: { readonly email: string | undefined; readonly phone: string | undefined },
): string | undefined => found(known.email, email ?? "") ?? found(known.phone, phone ?? "");

/** `quota` is how many a business may keep. */
export const createContact =
  (contact: Contact, quota: number): Decision<Contacts, ContactEvent> =>
  (state) => {
    if (contactOf(state, contact.contactId) !== undefined) return [];
    for (const field of unique) {
      const value = contact[field];
      const contactId = value === null ? undefined : found(state.known[field], value);
      if (contactId !== undefined)
        return refuse("contact_already_exists", `There is a contact with this ${called[field]}.`, { contactId, field });
    }
    if (state.count >= quota)
      return refuse("contact_quota_reached", `The plan allows ${quota} contacts.`, {
        quota: { name: "contactsPerBusiness", limit: quota, used: state.count },
      });
    return [{ type: "ContactCreated", data: { ...contact, tags: [...contact.tags] } }];
  };

const called: Readonly<Record<Unique, string>> = {
  email: "e-mail address",
  phone: "phone number",
  externalId: "external id",
};
