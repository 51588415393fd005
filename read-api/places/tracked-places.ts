/** The places that somebody has an interest in, as SQL: what the daily schedule of collections is derived from. */

/**
 * One row for each active competitor, and each own listing, of an active business: `place_id`, `account_id`, what is wanted
 * (`<plan> <whether its vacancies are monitored>`), `since` when, and `listed_at` and `closed` as they are known of the
 * place. It was listed when its review count was seen: what else is looked up of it is no look at its listing.
 */
export const TRACKED_PLACES = `
  SELECT t.place_id, t.account_id, t.plan || ' ' || t.job_monitoring AS wants, t.since,
    p.counted_at AS listed_at, coalesce(p.status = 'permanently_closed', false) AS closed
  FROM (
    SELECT c.place_id, b.account_id, a.plan, c.job_monitoring, c.tracked_since AS since
    FROM competitors c JOIN businesses b USING (business_id) JOIN accounts a USING (account_id)
    WHERE c.active AND b.status = 'active'
    UNION ALL
    SELECT b.place_id, b.account_id, a.plan, false, b.created_at
    FROM businesses b JOIN accounts a USING (account_id) WHERE b.place_id IS NOT NULL AND b.status = 'active'
  ) t LEFT JOIN places p USING (place_id)`;
