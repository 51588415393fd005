/** Table `integration_events`: what each account was told, in the order of the log, for those who come and ask. */
import type { EventType } from "../domain/event-types";
import type { Recorded } from "../domain/fold/event";
import { publicEventsOf, type ToldEvent } from "../domain/public-events";
import {
  bigint,
  instant,
  integer,
  json,
  projection,
  text,
  type Column,
  type RowOf,
} from "../infra/projector/projection";

const columns = {
  /** As webhooks and the topic name it. */
  id: text,
  account_id: text,
  /** Null where it concerns the account and none of its businesses. */
  business_id: text.orNull,
  type: text as Column<EventType>,
  data: json<Readonly<Record<string, unknown>>>(),
  occurred_at: instant,
  /** With `ordinal` the order of the feed. Rows appear in it: the table has seen all of the log up to a row's position. */
  position: bigint,
  /** One event can tell more than one thing. */
  ordinal: integer,
};
export type IntegrationEventRow = RowOf<typeof columns>;

const tell = {
  keys: (event: Recorded<ToldEvent>) => publicEventsOf(event).map(({ id }) => ({ id })),
  fold: (_row: IntegrationEventRow | null, event: Recorded<ToldEvent>, key: { readonly id: string }) => {
    const all = publicEventsOf(event);
    const ordinal = all.findIndex(({ id }) => id === key.id);
    const told = all[ordinal];
    if (told === undefined) return null;
    const { id, accountId, businessId, type, data, occurredAt, position } = told;
    const whose = { account_id: accountId, business_id: businessId };
    return { id, ...whose, type, data, occurred_at: occurredAt, position, ordinal };
  },
};

export const integrationEventsTable = projection<ToldEvent>()({
  table: "integration_events",
  version: 1,
  columns,
  key: ["id"],
  indexes: [["account_id", "position", "ordinal"], ["business_id"]],
  erasedWith: { account: "account_id", business: "business_id" },
  on: { AlertRaised: tell, ApiKeySuspended: tell, ApiKeyReactivated: tell, ApiKeyRevokedByAdmin: tell },
});
