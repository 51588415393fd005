/** Table `refreshes`: what each business asked collectors for last, by place and section, and how far that has come. */
import type { RefreshEvent } from "../domain/refreshes";
import { instant, projection, text, type Column, type RowOf } from "../infra/projector/projection";

const columns = {
  business_id: text,
  place_id: text,
  section: text,
  refresh_id: text,
  status: text as Column<"queued" | "ready" | "expired">,
  requested_at: instant,
  expires_at: instant,
  /** When it was answered or expired. */
  ended_at: instant.orNull,
};
export type RefreshRow = RowOf<typeof columns>;

const keys = ({ data }: { data: { businessId: string; placeId: string; sections: readonly string[] } }) =>
  data.sections.map((section) => ({ business_id: data.businessId, place_id: data.placeId, section }));

const end = (status: "ready" | "expired") => ({
  keys,
  fold: (
    row: RefreshRow | null,
    { data, metadata }: { data: { refreshId: string }; metadata: { occurredAt: string } },
  ): RefreshRow | null =>
    row === null || row.refresh_id !== data.refreshId ? row : { ...row, status, ended_at: metadata.occurredAt },
});

export const refreshesTable = projection<RefreshEvent>()({
  table: "refreshes",
  version: 1,
  columns,
  key: ["business_id", "place_id", "section"],
  erasedWith: { business: "business_id" },
  on: {
    RefreshRequested: {
      keys,
      fold: (_row, { data }, key) => ({
        ...key,
        refresh_id: data.refreshId,
        status: "queued",
        requested_at: data.requestedAt,
        expires_at: data.expiresAt,
        ended_at: null,
      }),
    },
    RefreshAnswered: end("ready"),
    RefreshExpired: end("expired"),
  },
});
