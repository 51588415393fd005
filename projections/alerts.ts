/** Table `alerts`: what each business was told of changes, and whether it was read. */
import type { AlertEvent } from "../domain/alerts";
import type { AlertType } from "../domain/event-types";
import { bigint, instant, json, projection, text, type Column, type RowOf } from "../infra/projector/projection";

const columns = {
  alert_id: text,
  business_id: text,
  type: text as Column<AlertType>,
  competitor_id: text.orNull,
  place_id: text.orNull,
  title: text,
  data: json<Readonly<Record<string, unknown>>>(),
  created_at: instant,
  read_at: instant.orNull,
  /** The log position of the alert: the order of lists, stable while alerts come in. */
  position: bigint,
};
export type AlertRow = RowOf<typeof columns>;

const keys = (event: { data: { alertId: string } }) => ({ alert_id: event.data.alertId });

export const alertsTable = projection<AlertEvent>()({
  table: "alerts",
  version: 2,
  columns,
  key: ["alert_id"],
  indexes: [["business_id", "position"]],
  erasedWith: { business: "business_id" },
  on: {
    AlertRaised: {
      keys,
      fold: (_row, { data, metadata, position }) => ({
        alert_id: data.alertId,
        business_id: data.businessId,
        type: data.type,
        competitor_id: data.competitorId,
        place_id: data.placeId,
        title: data.title,
        data: data.data,
        created_at: metadata.occurredAt,
        read_at: null,
        position,
      }),
    },
    AlertRead: { keys, fold: (row, { metadata }) => row && { ...row, read_at: metadata.occurredAt } },
    AlertMarkedUnread: { keys, fold: (row) => row && { ...row, read_at: null } },
  },
});
