/** A business keeps each customer once, by address, phone and foreign id, and as many as its plan allows. */
import { contactOf, contacts, createContact, type Contact, type ContactEvent } from "../../domain/contacts";
import { given } from "../support/given";

const contact = (contactId: string, more: Partial<Contact> = {}): Contact => ({
  businessId: "b1",
  accountId: "a1",
  contactId,
  name: "Kari",
  email: null,
  phone: null,
  tags: ["regular"],
  note: null,
  externalId: null,
  ...more,
});
const created = (contactId: string, more: Partial<Contact> = {}): ContactEvent => ({
  type: "ContactCreated",
  data: contact(contactId, more),
});

describe("the contacts of a business", () => {
  it("are made once, and found by their id", () => {
    const made = given(contacts, []).when(createContact(contact("c1", { email: "kari@example.com" }), 5));
    made.then([created("c1", { email: "kari@example.com" })]).repeatsNothing();
    expect(contactOf(made.state, "c1")).toEqual({
      contactId: "c1",
      name: "Kari",
      email: "kari@example.com",
      phone: null,
    });
    expect(contactOf(made.state, "c2")).toBeUndefined();
  });

  it.each([
    ["email", "kari@example.com"],
    ["phone", "+12025550143"],
    ["externalId", "x-1"],
  ])("have no %s twice, and the second is told whose it is", (field, value) => {
    const had = [created("c1", { [field]: value }), created("c2")];
    given(contacts, had)
      .when(createContact(contact("c3", { [field]: value }), 5))
      .thenRefused("contact_already_exists", { contactId: "c1", field });
    given(contacts, had)
      .when(createContact(contact("c3"), 5))
      .then([created("c3")]);
  });

  it("are as many as the plan allows", () => {
    given(contacts, [created("c1"), created("c2")])
      .when(createContact(contact("c3"), 2))
      .thenRefused("contact_quota_reached", { quota: { name: "contactsPerBusiness", limit: 2, used: 2 } });
  });
});
