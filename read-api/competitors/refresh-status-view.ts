/** How far the business's last request for fresh facts of a section has come. */
import { z } from "zod";
import type { Collectable } from "../../domain/places/observation";
import type { Context } from "../../infra/http/endpoint";
import type { RefreshRow } from "../../projections/refreshes";

export const refreshStatusView = z
  .enum(["none", "queued", "ready", "expired"])
  .describe("`none`: nothing was asked for. `expired`: nobody answered in time.");
type RefreshStatus = z.output<typeof refreshStatusView>;

export async function refreshStatusOf(
  { read, business, now }: Pick<Context<"business">, "read" | "business" | "now">,
  placeId: string,
  section: Collectable,
): Promise<RefreshStatus> {
  const asked = { business_id: business.id, place_id: placeId, section };
  const row = await read<RefreshRow>("refreshes").where(asked).first();
  return row === undefined ? "none" : refreshStatus(row, now);
}

/** A request is over with its time, also where the table does not say so yet. */
export function refreshStatus(
  { status, expires_at: expiresAt }: Pick<RefreshRow, "status" | "expires_at">,
  now: Date,
): RefreshStatus {
  return status === "queued" && expiresAt <= now.toISOString() ? "expired" : status;
}

export const scanStatusView = refreshStatusView.describe(
  "`queued` while collectors are asked; then `ready` where something is stored, whoever asked for it.",
);

/** What is stored is ready also where the business never asked, or where its last request expired. */
export function scanStatus(refresh: RefreshStatus, isStored: boolean): RefreshStatus {
  if (refresh === "queued") return "queued";
  if (isStored) return "ready";
  return refresh === "expired" ? "expired" : "none";
}
