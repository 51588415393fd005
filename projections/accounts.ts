/** Table `accounts`: who signed up, the plan, and the business that the account acts on. */
import type { AccountEvent } from "../domain/accounts";
import type { BusinessEvent } from "../domain/businesses";
import type { RemovalEvent } from "../domain/removals";
import { boolean, instant, projection, text, type RowOf } from "../infra/projector/projection";

const columns = {
  account_id: text,
  email: text,
  name: text,
  plan: text,
  /** Has shown the operator's token; an administrator is who is also among ADMIN_EMAILS. */
  administrator: boolean,
  /** The business created, chosen or restored last; it may be deleted since. Null once that one was removed. */
  active_business_id: text.orNull,
  registered_at: instant,
};
export type AccountRow = RowOf<typeof columns>;

type Key = Pick<AccountRow, "account_id">;
const ofAccount = (event: { data: { accountId: string } }): Key => ({ account_id: event.data.accountId });
const activate = {
  keys: ofAccount,
  fold: (row: AccountRow | null, event: { data: { businessId: string } }) =>
    row && { ...row, active_business_id: event.data.businessId },
};

export const accountsTable = projection<AccountEvent | BusinessEvent | RemovalEvent>()({
  table: "accounts",
  version: 2,
  columns,
  key: ["account_id"],
  erasedWith: { account: "account_id" },
  on: {
    AccountRegistered: {
      keys: ofAccount,
      fold: (_row, { data, metadata }) => ({
        account_id: data.accountId,
        email: data.email,
        name: data.name,
        plan: data.plan,
        administrator: false,
        active_business_id: null,
        registered_at: metadata.occurredAt,
      }),
    },
    AccountPlanSet: { keys: ofAccount, fold: (row, { data }) => row && { ...row, plan: data.plan } },
    AdministratorConfirmed: { keys: ofAccount, fold: (row) => row && { ...row, administrator: true } },
    BusinessActivated: activate,
    BusinessCreated: activate,
    BusinessRestored: activate,
    BusinessRemoved: {
      keys: ofAccount,
      fold: (row, { data }) =>
        row?.active_business_id === data.businessId ? { ...row, active_business_id: null } : row,
    },
  },
});
