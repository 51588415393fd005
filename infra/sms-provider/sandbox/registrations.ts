/** Takes registrations, keeps each pending until somebody reviews it, and tells the service that there is news. */
import type { SandboxControl } from "../sandbox-control";
import { SmsProviderError, type KeepReferences, type ReviewVerdict, type SubmittedRegistration } from "../sms-provider";
import { holderOf } from "./numbers";
import { atProvider, leaveCallback, type Tables } from "./tables";

const REGISTRATIONS = "operational.sandbox_registrations";
/** Repeated within an episode it changes nothing; a new episode is reviewed from the beginning. */
const HAND_IN = `INSERT INTO ${REGISTRATIONS} AS r (registration_id, business_id, episode, kind, reference, status, reasons)
  VALUES ($1, $2, $3, $4, $5, 'pending_review', '[]')
  ON CONFLICT (registration_id) DO UPDATE
    SET episode = excluded.episode, status = 'pending_review', reasons = '[]', reviewed_at = NULL
    WHERE r.episode < excluded.episode`;
const STANDING = `SELECT status, reasons, reviewed_at FROM ${REGISTRATIONS} WHERE registration_id = $1`;
/** What was turned down is with the business until it is handed in anew; what was approved can be reviewed again. */
const REVIEW = `UPDATE ${REGISTRATIONS} SET status = $2, reasons = $3, reviewed_at = $4
  WHERE registration_id = $1 AND status IN ('pending_review', 'approved') RETURNING business_id, reference`;

interface StandingRow {
  readonly status: ReviewVerdict["status"];
  readonly reasons: ReviewVerdict["reasons"];
  readonly reviewed_at: string | null;
}

/** Both kinds are one review here. The form itself is not kept: nobody reads it. */
export async function advanceRegistration(
  tables: Tables,
  registration: SubmittedRegistration,
  keep: KeepReferences,
): Promise<ReviewVerdict> {
  const { registrationId, businessId, episode, kind, phoneNumber, references } = registration;
  const reference = `SR${tables.ids.derive("sandbox-registration", registrationId)}`;
  // Known before anybody can review it: news of what nobody knows would be lost.
  if (references["registration"] !== reference) await keep({ registration: reference });
  const standing = await atProvider(tables, async (client) => {
    if ((await holderOf(client, phoneNumber))?.businessId !== businessId)
      throw new SmsProviderError("refused", "The business has no such number of the sandbox.");
    await client.query(HAND_IN, [registrationId, businessId, episode, kind, reference]);
    const { rows } = await client.query<StandingRow>(STANDING, [registrationId]);
    return rows[0];
  });
  if (standing === undefined) throw new SmsProviderError("unavailable", "The registration was erased meanwhile.");
  const { status, reasons, reviewed_at: reviewedAt } = standing;
  return { status, reasons, reviewedAt };
}

export function review(
  tables: Tables,
  [registrationId, { status, reasons }]: Parameters<SandboxControl["review"]>,
  path: string,
): Promise<boolean> {
  return atProvider(tables, async (client) => {
    const now = tables.clock.now();
    const values = [registrationId, status, JSON.stringify(reasons), now];
    const { rows } = await client.query<{ business_id: string; reference: string }>(REVIEW, values);
    const [row] = rows;
    if (row === undefined) return false;
    // Each review is news of its own, whatever reviewers said before.
    const callback = { kind: "reviewed", id: tables.ids.next(), reference: row.reference } as const;
    await leaveCallback(client, { businessId: row.business_id, path, callback, now });
    return true;
  });
}
