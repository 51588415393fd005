/** Table `embeds`: the charts that each business lets others show, and those that it took back. */
import type { EmbedEvent, EmbedMetric } from "../domain/embeds";
import {
  bigint,
  boolean,
  instant,
  integer,
  json,
  projection,
  text,
  type Column,
  type RowOf,
} from "../infra/projector/projection";

const columns = {
  embed_id: text,
  business_id: text,
  metric: text as Column<EmbedMetric>,
  days: integer,
  own: boolean,
  competitor_ids: json<readonly string[]>(),
  title: text.orNull,
  origins: json<readonly string[]>(),
  expires_at: instant.orNull,
  revoked_at: instant.orNull,
  created_at: instant,
  /** The log position at which it was made: the order of lists. */
  position: bigint,
};
export type EmbedRow = RowOf<typeof columns>;

const keys = (event: { data: { embedId: string } }) => ({ embed_id: event.data.embedId });

export const embedsTable = projection<EmbedEvent>()({
  table: "embeds",
  version: 1,
  columns,
  key: ["embed_id"],
  indexes: [["business_id", "position"]],
  erasedWith: { business: "business_id" },
  on: {
    EmbedCreated: {
      keys,
      fold: (_row, { data, metadata, position }) => ({
        embed_id: data.embedId,
        business_id: data.businessId,
        metric: data.metric,
        days: data.days,
        own: data.own,
        competitor_ids: data.competitorIds,
        title: data.title,
        origins: data.origins,
        expires_at: data.expiresAt,
        revoked_at: null,
        created_at: metadata.occurredAt,
        position,
      }),
    },
    EmbedRevoked: { keys, fold: (row, { metadata }) => row && { ...row, revoked_at: metadata.occurredAt } },
  },
});
