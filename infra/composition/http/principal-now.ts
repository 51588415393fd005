/** What the log itself says of a principal, for the moments in which the read tables do not show an answered change yet. */
import { accounts } from "../../../domain/accounts";
import { apiKeys } from "../../../domain/api-keys";
import { businesses } from "../../../domain/businesses";
import type { PrincipalNow } from "../../../read-api/account/principals";
import type { CommandRunner } from "../../command-runner/command-runner";

/** An account is no administrator before a table says so, and no longer one as soon as the log does. */
export function createPrincipalNow({ load }: Pick<CommandRunner, "load">): PrincipalNow {
  return {
    async isActive(accountId, keyId) {
      return (await load(apiKeys, accountId)).state.get(keyId) === "active";
    },
    async account(shown) {
      const [{ state: account }, business] = await Promise.all([
        load(accounts, shown.id),
        shown.activeBusiness === null ? null : load(businesses, shown.activeBusiness.id),
      ]);
      if (account.status === "unregistered") return null;
      const { plan, email, administrator } = account;
      const activeBusiness = business?.state.status === "active" ? shown.activeBusiness : null;
      return { ...shown, plan, email, admin: shown.admin && administrator, activeBusiness };
    },
  };
}
