/** Table `businesses`: each business's profile, own place and state, until its removal or the order to erase it. */
import type { BusinessEvent, BusinessProfile } from "../domain/businesses";
import { instant, projection, text, type Column, type RowOf } from "../infra/projector/projection";

const columns = {
  business_id: text,
  account_id: text,
  name: text,
  website: text.orNull,
  category: text.orNull,
  city: text.orNull,
  state: text.orNull,
  country: text.orNull,
  target_customer: text.orNull,
  differentiator: text.orNull,
  place_id: text.orNull,
  status: text as Column<"active" | "deleted">,
  /** Until when a deleted business can be restored. */
  restorable_until: instant.orNull,
  created_at: instant,
};
export type BusinessRow = RowOf<typeof columns>;

const keys = (event: { data: { businessId: string } }) => ({ business_id: event.data.businessId });

const profileColumns = ({ targetCustomer, ...profile }: BusinessProfile) => ({
  ...profile,
  target_customer: targetCustomer,
});

export const businessesTable = projection<BusinessEvent>()({
  table: "businesses",
  version: 2,
  columns,
  key: ["business_id"],
  indexes: [["account_id", "created_at"], ["place_id"]],
  erasedWith: { account: "account_id", business: "business_id" },
  on: {
    BusinessCreated: {
      keys,
      fold: (_row, { data, metadata }) => ({
        business_id: data.businessId,
        account_id: data.accountId,
        ...profileColumns(data.profile),
        place_id: null,
        status: "active",
        restorable_until: null,
        created_at: metadata.occurredAt,
      }),
    },
    BusinessProfileEdited: { keys, fold: (row, { data }) => row && { ...row, ...profileColumns(data.after) } },
    OwnPlaceLinked: { keys, fold: (row, { data }) => row && { ...row, place_id: data.placeId } },
    OwnPlaceUnlinked: { keys, fold: (row) => row && { ...row, place_id: null } },
    BusinessDeletionRequested: {
      keys,
      fold: (row, { data }) => row && { ...row, status: "deleted", restorable_until: data.restorableUntil },
    },
    BusinessRestored: { keys, fold: (row) => row && { ...row, status: "active", restorable_until: null } },
    BusinessErasureOrdered: { keys, fold: () => null },
  },
});
