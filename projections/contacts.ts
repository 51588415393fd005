/** Table `contacts`: the customers that each business keeps. */
import type { ContactEvent } from "../domain/contacts";
import { bigint, instant, json, projection, text } from "../infra/projector/projection";

const columns = {
  contact_id: text,
  business_id: text,
  name: text.orNull,
  email: text.orNull,
  /** E.164. */
  phone: text.orNull,
  tags: json<readonly string[]>(),
  note: text.orNull,
  external_id: text.orNull,
  created_at: instant,
  /** The log position at which it was made: the order of lists. */
  position: bigint,
};

export const contactsTable = projection<ContactEvent>()({
  table: "contacts",
  version: 1,
  columns,
  key: ["contact_id"],
  indexes: [["business_id", "position"]],
  erasedWith: { business: "business_id" },
  on: {
    ContactCreated: {
      keys: ({ data }) => ({ contact_id: data.contactId }),
      fold: (_row, { data, metadata, position }) => ({
        contact_id: data.contactId,
        business_id: data.businessId,
        name: data.name,
        email: data.email,
        phone: data.phone,
        tags: data.tags,
        note: data.note,
        external_id: data.externalId,
        created_at: metadata.occurredAt,
        position,
      }),
    },
  },
});
