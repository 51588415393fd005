/** A tenant's business: deleted and restored. */
import { setTimeout as delay } from "node:timers/promises";
import type { Tenant } from "../../support/api";
import type { Conversation } from "./conversation";

export interface OwnBusiness {
  isDeleted(): boolean;
  turn(): Promise<void>;
  /** It is not left deleted. */
  comeBack(): Promise<void>;
}

const WHAT = "business";
/** What a repeated DELETE is told where the one before was done and its answer got lost. */
const GONE = ["business_deleted", "business_not_found", "no_active_business"];

export function createBusiness({ ask, remove, odd, settledAt }: Conversation, tenant: Tenant): OwnBusiness {
  let deleted = false;

  async function restore(): Promise<void> {
    const path = "/api/businesses/me/restore";
    const body = { businessId: tenant.businessId };
    const reply = await ask("restore", tenant.browser, "POST", path, ["BusinessRestored"], body);
    if (reply === undefined) return;
    // Whatever else is said of it, asking the same again would be told the same again.
    deleted = false;
    if (reply.status !== 200) odd("restore", reply);
  }
  return {
    isDeleted: () => deleted,
    async turn() {
      if (!deleted)
        deleted = await remove("delete", "/api/businesses/me/delete", WHAT, ["BusinessDeletionRequested"], GONE);
      else if (performance.now() >= settledAt(WHAT)) await restore();
    },
    async comeBack() {
      if (!deleted) return;
      await delay(Math.max(0, settledAt(WHAT) - performance.now()));
      await restore();
    },
  };
}
