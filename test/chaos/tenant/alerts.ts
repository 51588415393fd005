/** A tenant's alerts: read from the list and marked, back and forth. */
import type { Tenant } from "../../support/api";
import type { Seeded } from "../../support/seeded";
import type { Conversation } from "./conversation";

export function createAlerts({ ask, look, odd }: Conversation, tenant: Tenant, random: Seeded): () => Promise<void> {
  const marked = new Map<string, boolean>();
  return async () => {
    const reply = await look("/api/v1/alerts?limit=20");
    const alerts = (reply?.json?.["alerts"] ?? []) as { id: string; read: boolean }[];
    if (alerts.length === 0) return;
    const { id } = random.pick(alerts);
    const read = !(marked.get(id) ?? false);
    const causes = [read ? "AlertRead" : "AlertMarkedUnread"];
    const answer = await ask("mark", tenant.api, "PATCH", `/api/v1/alerts/${id}`, causes, { read });
    if (answer?.status === 200) marked.set(id, read);
    else if (answer !== undefined) odd("mark", answer);
  };
}
