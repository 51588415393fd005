/** Pages of the histories with events that no anchor covers yet, read where they are chained. */
import type { HistoryChainRow } from "../../../projections/history-chains";
import type { ChainedHistory } from "../../../processors/anchor-histories";
import type { Engines } from "../engines";

const WAIT_MS = 30_000;
const PAGE_ROWS = 500;

/** As far as the log goes now; throws where the chains do not reach it in time. */
export async function* unanchoredHistories({
  log,
  projector,
  read,
}: Pick<Engines, "log" | "projector" | "read">): AsyncGenerator<readonly ChainedHistory[]> {
  const position = await log.head();
  if (!(await projector.reached(["history_chains"], position, WAIT_MS)))
    throw new Error(`The histories are not chained up to position ${position} yet.`);
  for (let after = "", full = true; full;) {
    const rows: readonly HistoryChainRow[] = await read<HistoryChainRow>("history_chains")
      .where("unanchored", ">", 0)
      .andWhere("business_id", ">", after)
      .orderBy("business_id")
      .limit(PAGE_ROWS);
    if (rows.length > 0)
      yield rows.map(({ business_id: businessId, events, head, position }) => ({ businessId, events, head, position }));
    after = rows.at(-1)?.business_id ?? after;
    full = rows.length === PAGE_ROWS;
  }
}
